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

const neededNodeApi = 10

/**
 * Why the database cannot run here, as a sentence; null when it can. The build of the driver that the app brings needs a
 * certain Node-API. On an older one it does not fail but crash, in a database thread and with it the whole app.
 */
export function driverProblem(start: {
  readonly isPackaged: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** The version of Node-API that the runtime has. */
  readonly nodeApi: number
}): string | null {
  const hasOtherBuild = !start.isPackaged && Boolean(start.env['REBILL_DESK_SQLITE_BINDING'])
  if (start.nodeApi >= neededNodeApi || hasOtherBuild) return null
  return (
    `The database driver needs Node-API ${String(neededNodeApi)}, and this Electron has ${String(start.nodeApi)}. ` +
    'Start the app with "npm start" or "npm run dev", which bring a fitting build.'
  )
}
