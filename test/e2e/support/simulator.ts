import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { outFolder } from '../../../scripts/lib/paths.mjs'

/** A simulator outside of the app, like another gateway. */
export interface RunningSimulator {
  readonly baseUrl: string
  readonly login: string
  readonly controlKey: string
  readonly endpointId: string
  readonly groupId: string
  /** Received rebill requests for this client order id, in order. */
  rebills(clientOrderId: string): Promise<readonly Delivery[]>
  /** Received uploads of 3-D Secure steps for this client order id, in order. */
  uploads(clientOrderId: string): Promise<readonly Delivery[]>
  /** Received sales, in order. */
  sales(): Promise<readonly Delivery[]>
  /** Switches faults on, through the simulator's control route. */
  control(body: Record<string, unknown>): Promise<void>
  /** Resolves when the port is closed, so that later connections are refused. */
  kill(): Promise<void>
}

/** Registers a clean-up for the end of the running test, or of all tests of its file. */
export type AtEnd = (undo: () => Promise<void> | void) => void

interface Delivery {
  readonly command: string
  readonly clientOrderId: string
  readonly result: string
  /** The uploaded value. */
  readonly uploaded?: { readonly completion?: string; readonly sha256?: string }
}

/** Starts the built simulator; it ends with the running test, or when `atEnd` says so. */
export async function startSimulator(
  args: readonly string[] = [],
  atEnd: AtEnd = onTestFinished,
): Promise<RunningSimulator> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  const state = join(folder, 'state.json')
  const program = [join(outFolder, 'main', 'simulator.js'), '--port', '0', '--speed', '4', '--state', state]
  const child = spawn(process.execPath, [...program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  type Said = Pick<RunningSimulator, 'baseUrl' | 'login' | 'controlKey' | 'endpointId' | 'groupId'>
  const said = JSON.parse(line) as Said
  const deliveries = async (command: RegExp, clientOrderId?: string) => {
    const response = await fetch(`${said.baseUrl}/simulator/deliveries`)
    const all = (await response.json()) as Delivery[]
    return all.filter(
      (delivery) =>
        command.test(delivery.command) &&
        (clientOrderId === undefined || delivery.clientOrderId === clientOrderId),
    )
  }
  return {
    ...said,
    rebills: (clientOrderId) => deliveries(/^make-rebill/, clientOrderId),
    uploads: (clientOrderId) => deliveries(/^upload-/, clientOrderId),
    sales: () => deliveries(/^sale$/),
    control: async (body) => {
      const response = await fetch(`${said.baseUrl}/simulator/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`the simulator refused the switch: ${await response.text()}`)
    },
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
