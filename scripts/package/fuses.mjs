import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { Refusal } from '../lib/script.mjs'

/**
 * What the binary of a package allows (control S26). Electron reads these bits from its own file before it runs any code,
 * so no environment variable, switch or file changes them.
 * @type {readonly { fuse: FuseV1Options, isOn: boolean, why: string }[]}
 */
export const WANTED_FUSES = [
  { fuse: FuseV1Options.RunAsNode, isOn: false, why: 'the binary is no Node for other scripts' },
  { fuse: FuseV1Options.EnableCookieEncryption, isOn: true, why: 'cookies are encrypted on disk' },
  {
    fuse: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    isOn: false,
    why: 'NODE_OPTIONS loads no code',
  },
  { fuse: FuseV1Options.EnableNodeCliInspectArguments, isOn: false, why: 'no debugger of main' },
  {
    fuse: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    isOn: true,
    why: 'a changed archive does not start (Windows, macOS; no effect on Linux)',
  },
  { fuse: FuseV1Options.OnlyLoadAppFromAsar, isOn: true, why: 'no folder "app" replaces the archive' },
  {
    fuse: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    isOn: false,
    why: 'the app has no snapshot of its own',
  },
  {
    fuse: FuseV1Options.GrantFileProtocolExtraPrivileges,
    isOn: false,
    why: 'pages are served from app://, not from file://',
  },
  { fuse: FuseV1Options.WasmTrapHandlers, isOn: true, why: 'the default' },
]

/** A package for the window tests differs in this: their driver is a debugger of main. */
export const TEST_PACKAGE_FUSES = WANTED_FUSES.map((wanted) =>
  wanted.fuse === FuseV1Options.EnableNodeCliInspectArguments
    ? { ...wanted, isOn: true, why: 'the driver of the window tests' }
    : wanted,
)

/** @typedef {{ name: string, wanted: string, found: string, isRight: boolean, why: string }} FuseRow */

/**
 * Sets the fuses of an Electron. An older one has fewer of them; one that has a fuse without a wanted value is refused.
 * @param {string} file the binary, on macOS the .app
 */
export async function setFuses(file, wantedFuses = WANTED_FUSES) {
  const wire = await presentFuses(file)
  const wanted = wantedFuses.filter(({ fuse }) => wire.has(fuse)).map(({ fuse, isOn }) => [fuse, isOn])
  await flipFuses(file, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: file.endsWith('.app'),
    ...Object.fromEntries(wanted),
  })
}

/**
 * The fuses of a built file beside what is wanted.
 * @param {string} file
 * @returns {Promise<FuseRow[]>}
 */
export async function readFuses(file, wantedFuses = WANTED_FUSES) {
  const wire = await presentFuses(file)
  return wantedFuses.map(({ fuse, isOn, why }) => {
    const state = wire.get(fuse)
    const wanted = isOn ? 'on' : 'off'
    const found = state === undefined ? 'not in this Electron' : stateName(state)
    return { name: FuseV1Options[fuse], wanted, found, isRight: state === undefined || found === wanted, why }
  })
}

/** @param {readonly FuseRow[]} rows */
export function fuseTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return [
    `${'fuse'.padEnd(width)}  wanted  found`,
    ...rows.map(({ name, wanted, found, isRight }) => {
      const mark = isRight ? '' : '   WRONG'
      return `${name.padEnd(width)}  ${wanted.padEnd(6)}  ${found}${mark}`
    }),
  ].join('\n')
}

/** @param {readonly FuseRow[]} rows */
export function requireFuses(rows) {
  const wrong = rows.filter(({ isRight }) => !isRight)
  if (wrong.length > 0) throw new Refusal(`Wrong fuses: ${wrong.map(({ name }) => name).join(', ')}`)
}

/** @param {string} file @returns {Promise<Map<FuseV1Options, FuseState>>} */
async function presentFuses(file) {
  const { version, ...wire } = await getCurrentFuseWire(file)
  if (version !== FuseVersion.V1) throw new Refusal(`${file} has fuses of an unknown version: ${version}`)
  /** @type {Map<FuseV1Options, FuseState>} */
  const present = new Map()
  for (const [key, state] of Object.entries(wire)) {
    const fuse = /** @type {FuseV1Options} */ (Number(key))
    if (state === FuseState.REMOVED) continue
    if (!WANTED_FUSES.some((wanted) => wanted.fuse === fuse))
      throw new Refusal(`This Electron has a fuse without a wanted value: number ${key}`)
    present.set(fuse, /** @type {FuseState} */ (state))
  }
  return present
}

/** @param {FuseState} state */
function stateName(state) {
  return state === FuseState.ENABLE ? 'on' : state === FuseState.DISABLE ? 'off' : `unknown (${state})`
}
