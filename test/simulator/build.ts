import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Announcement } from '../../src-main/simulator/server/server'

const projectFolder = join(import.meta.dirname, '../..')

/** Builds the simulator's entry the way the application does, into a folder of its own. */
export async function buildSimulator(folder: string): Promise<string> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'error',
    build: {
      ssr: join(projectFolder, 'src-main/simulator/main.ts'),
      outDir: folder,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: 'simulator.mjs' } },
    },
    // The folder has no node_modules beside it.
    ssr: { noExternal: true },
  })
  return join(folder, 'simulator.mjs')
}

export type Child = ChildProcessByStdio<null, Readable, Readable>

/** Runs a built simulator as a process of its own. */
export function run(file: string, ...args: string[]): Child {
  return runNode(file, ...args)
}

/** Runs Node with these arguments. */
export function runNode(...args: string[]): Child {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The first line the process prints, read as JSON. */
export async function announcementOf(child: Child): Promise<Announcement> {
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return JSON.parse(line) as Announcement
}

/** Exit code and everything written to the error output, once the process has ended. */
export async function ended(child: Child): Promise<{ code: number | null; errors: string }> {
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errors }
}
