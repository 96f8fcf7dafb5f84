/** Variables that switch off certificate checks or load foreign code before ours (C12). */
const dangerousVariables = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE'] as const

/** Names of the variables because of which a packaged build must not start; none for a build of a developer. */
export function dangerousEnvironment(start: {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}): string[] {
  if (!start.isPackaged) return []
  // Windows does not tell capitals from small letters in these names.
  const present = Object.entries(start.env)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name]) => name.toUpperCase())
  return dangerousVariables.filter((name) => present.includes(name))
}
