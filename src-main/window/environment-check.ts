/** What a start is checked by. `argv` are the arguments after the program. */
export interface StartConditions {
  /** True in a released build, and in a development one that was asked to check like it. */
  readonly isStrict: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  readonly argv: readonly string[]
}

/** Makes a development build check its start like a released one. There is no switch for the other way round. */
const strictSwitch = '--check-start'

/**
 * Variables of the environment that switch off certificate checks, load foreign code, write down keys of connections, or
 * print what is sent, and ours that name another source of updates. All of Node's count, except one that only says which kind of build this is.
 */
const dangerousVariables =
  /^(?:NODE_(?!ENV$).*|ELECTRON_RUN_AS_NODE|ELECTRON_NO_ASAR|SSLKEYLOGFILE|REBILL_DESK_UPDATE_.*)$/

/** Switches of Chromium, Electron and Node that open the app to others or weaken its checks. `*` is any ending. */
const dangerousSwitches = [
  // Debuggers: they read everything and act as the person.
  'remote-debugging-*',
  'remote-allow-origins',
  'inspect*',
  'debug',
  'debug-*',
  'wait-for-debugger*',
  'js-flags',
  // Certificates and keys of connections.
  // eslint-disable-next-line no-restricted-syntax -- It is refused here.
  'ignore-certificate-errors*',
  'ignore-urlfetcher-cert-requests',
  'allow-insecure-localhost',
  'allow-running-insecure-content',
  'unsafely-treat-insecure-origin-as-secure',
  'ssl-*',
  'cipher-suite-blacklist',
  // Where connections lead, and records of them.
  'host-rules',
  'host-resolver-rules',
  'proxy-*',
  'auth-*',
  'log-net-log',
  'net-log-*',
  // Sandbox and separation of pages.
  'no-sandbox',
  'no-zygote',
  'single-process',
  'disable-setuid-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-gpu-sandbox',
  'allow-sandbox-debugging',
  'disable-web-security',
  'disable-site-isolation-trials',
  'disable-features',
  'enable-blink-features',
  'force-webrtc-ip-handling-policy',
  // Foreign code.
  'load-extension',
  'require',
  'experimental-loader',
  'import',
  'browser-subprocess-path',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
] as const

/** Why the app must not start, as a sentence; null when it may. Only a strict start is refused. */
export function startProblem(start: StartConditions): string | null {
  if (!start.isStrict) return null
  const found = [...foundSwitches(start.argv), ...foundVariables(start.env)]
  if (found.length === 0) return null
  return (
    `Rebill Desk does not start while ${found.join(', ')} is set, because it weakens the protection of keys and ` +
    'payments. Remove it from the command line, the shortcut or the environment, and start again.'
  )
}

/** True when a start is checked like that of a released build. */
export function isStrictStart(isReleased: boolean, argv: readonly string[]): boolean {
  return isReleased || argv.includes(strictSwitch)
}

function foundSwitches(argv: readonly string[]): string[] {
  return argv.flatMap((argument) => {
    // Chromium accepts one dash as well, on Windows a slash and any case.
    const name = /^(?:--?|\/)([a-z][a-z0-9-]{0,99})(?:=|$)/i.exec(argument)?.[1]?.toLowerCase()
    return name !== undefined && isDangerousSwitch(name) ? [`--${name}`] : []
  })
}

function isDangerousSwitch(name: string): boolean {
  return dangerousSwitches.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )
}

function foundVariables(env: StartConditions['env']): string[] {
  // On Windows these names are case-insensitive.
  return Object.entries(env)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name]) => name.toUpperCase())
    .filter((name) => dangerousVariables.test(name))
}

/** The Node-API that the package's own build of the database driver needs. */
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
  /** The Node-API of the driver in a package for tests, which brings a build of its own; else null. */
  readonly packagedDriver: number | null
}): string | null {
  const needed = start.packagedDriver ?? neededNodeApi
  const hasOtherBuild = !start.isPackaged && Boolean(start.env['REBILL_DESK_SQLITE_BINDING'])
  if (start.nodeApi >= needed || hasOtherBuild) return null
  return (
    `The database driver needs Node-API ${String(needed)}, and this Electron has ${String(start.nodeApi)}. ` +
    'Start the app with "npm start" or "npm run dev", which bring a fitting build.'
  )
}
