/**
 * The content security policy of the app's pages: own scripts and own images only, no network. Inline styles are allowed,
 * because the UI kit writes them at run time. `vue` is the only Trusted Types policy; the framework needs it for its
 * static markup.
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
