/** Variables that switch off certificate checks or load foreign code. */
const dangerousVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE'] as const

/** The variables that forbid the start of a packaged build; empty for an unpackaged build. */
export function dangerousEnvironment(start: {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}): string[] {
  if (!start.isPackaged) return []
  // On Windows these names are case-insensitive.
  const present = Object.entries(start.env)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name]) => name.toUpperCase())
  return dangerousVariables.filter((name) => present.includes(name))
}
