/**
 * What a page of the app may do: run its own scripts, show its own pictures, and nothing else; it cannot reach a
 * network at all. Only styles may be inline, because the UI kit writes them at run time. `vue` is the one Trusted Types
 * policy, made by the framework for its own static markup.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ')
