import { fork, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import type { KeychainProcess } from '../../../src-main/secrets/keychain-secret-store'

const root = join(import.meta.dirname, '../../..')

/** Builds the keychain process like the app’s build, for plain Node. */
export interface BuiltKeychainProcess {
  start(env: Record<string, string>): { process: KeychainProcess; child: ChildProcess }
  remove(): Promise<void>
}

/** Builds into a folder of the project, where `keytar` is found. */
export async function buildKeychainProcess(): Promise<BuiltKeychainProcess> {
  const parent = join(root, 'out', 'test')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'keychain-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'src-main/secrets/keychain-process.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'keychain.mjs' } },
    },
  })
  return {
    start: (env) => {
      const child = fork(join(folder, 'keychain.mjs'), [], { env, execArgv: [], stdio: 'ignore' })
      child.on('error', () => undefined)
      return { child, process: wrap(child) }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function wrap(child: ChildProcess): KeychainProcess {
  return {
    postMessage: (message) => child.send(message as object),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill: () => child.kill('SIGKILL'),
  }
}
