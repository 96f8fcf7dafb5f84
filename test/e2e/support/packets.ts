import { createSocket } from 'node:dgram'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { expect } from 'vitest'
import { PACKETS_VARIABLE } from '../../../scripts/toolchain/recorded-network.mjs'

/** What was sent in the network of the session: the first packet of each TCP connection, and all others. */
export interface Packet {
  readonly protocol: 'tcp' | 'udp' | 'other'
  /** Where it was sent; the port is 0 where there is none. */
  readonly address: string
  readonly port: number
  /** The name that is asked for in DNS or mDNS; otherwise empty. */
  readonly name: string
  /** The line of tcpdump. */
  readonly line: string
}

/** Starts to watch what is sent from now on. The result ends the watch and returns the packets. */
export async function watchPackets(): Promise<() => Promise<readonly Packet[]>> {
  const file = process.env[PACKETS_VARIABLE]
  if (file === undefined) throw new Error(`${PACKETS_VARIABLE} is not set: this session records no network.`)
  await sendMark(file)
  const { size: start } = await stat(file)
  return async () => {
    const mark = await sendMark(file)
    const text = await textFrom(file, start)
    return text
      .slice(0, text.indexOf(mark))
      .split('\n')
      .flatMap((line) => readPacket(line) ?? [])
      .filter(({ address, port }) => address !== markAddress || port !== markPort)
  }
}

/** Sends a packet of its own and waits until it is in the file. All earlier ones are then there too. */
async function sendMark(file: string): Promise<string> {
  const { size } = await stat(file)
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, markAddress, resolve))
  const mark = `${markAddress}.${String(socket.address().port)} > ${markAddress}.${String(markPort)}: UDP`
  socket.send('mark', markPort, markAddress)
  await expect.poll(() => textFrom(file, size), { timeout: 10_000, interval: 50 }).toContain(mark)
  socket.close()
  return mark
}

/** Each name that was asked for and each address with its port, once. */
export function targetsOf(packets: readonly Packet[]): string[] {
  return [...new Set(packets.map(({ name, address, port }) => name || `${address} ${String(port)}`))]
}

const markAddress = '127.0.0.1'
const markPort = 9

/** The ports at which the driver of the tests connects to the app. */
export async function debuggerPorts(running: {
  readonly app: ElectronApplication
  readonly userDataDir: string
}): Promise<number[]> {
  const inspector = await running.app.evaluate(() => process.getBuiltinModule('node:inspector').url())
  const devTools = await readFile(join(running.userDataDir, 'DevToolsActivePort'), 'utf8')
  return [Number(new URL(inspector ?? '').port), Number.parseInt(devTools, 10)]
}

async function textFrom(file: string, start: number): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.alloc(Math.max(0, size - start))
    await handle.read(buffer, 0, buffer.length, start)
    return buffer.toString('utf8')
  } finally {
    await handle.close()
  }
}

/** Reads `12:00:00.000000 out0  Out IP 192.0.2.2.53124 > 203.0.113.9.443: Flags [S], ...`. */
function readPacket(line: string): Packet | null {
  const match = /^\S+ (\S+) +\S+ +IP6? \S+ > ([0-9a-f.:]+): (.*)$/.exec(line)
  // `end0` is the other end of `out0`. An ICMP error answers a packet that is in the file itself.
  if (match === null || match[1] === 'end0' || match[3]?.startsWith('ICMP') === true) return null
  const [, , target = '', rest = ''] = match
  const [, address = target, port = '0'] = /^(.*)\.([0-9]+)$/.exec(target) ?? []
  const hasPort = target.includes(':') ? address.includes(':') : address.split('.').length === 4
  const isTcp = rest.startsWith('Flags')
  return {
    protocol: isTcp ? 'tcp' : hasPort ? 'udp' : 'other',
    address: hasPort ? address : target,
    port: hasPort ? Number(port) : 0,
    name: /\b(?:A{1,4}|HTTPS|SRV|PTR|TXT|ANY)(?: \(Q[MU]\))?\? (\S+?)\.? /.exec(rest)?.[1] ?? '',
    line,
  }
}
