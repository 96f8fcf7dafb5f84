import { createInterface } from 'node:readline'
import { HttpGatewayClient } from '../../../../src-main/gateway/http-gateway-client'
import { NodeHttpTransport } from '../../../../src-main/gateway/http-transport'
import { systemClock } from '../../../../src-main/platform/clock'
import type { ChargePreview } from '../../../../src-shared/domain/charge'
import { AppError } from '../../../../src-shared/errors/app-error'
import { aDraft, aProfile } from '../../../support/builders'
import { TestApp, TestEnvironment } from '../../../support/fakes'
import { InProcessStorageHost } from '../../../support/in-process-storage-host'

// Run as a process: the services of the app on a real database and over real HTTP. Each line of standard input is a
// request to review or confirm a charge; each gets one line as answer.
const [file = '', keyHex = '', baseUrl = ''] = process.argv.slice(2)

const clock = systemClock
const transport = new NodeHttpTransport({ clock, proxies: { resolve: () => Promise.resolve('DIRECT') } })
const env = Object.assign(new TestEnvironment(), {
  clock,
  gateway: new HttpGatewayClient({ transport, clock, allowsLoopbackTest: true }),
  storage: new InProcessStorageHost({ file }),
}) as unknown as TestEnvironment
// The processes share a file, and no keychain that could hold the anchor of its chain.
env.vault.keychain = { kind: 'unavailable', reason: 'none' }
await env.vault.saveDatabaseKey(Buffer.from(keyHex, 'hex'))
await env.vault.saveControlKey(aProfile({ environment: 'gateway-test', baseUrl }), 'key-one')

const app = new TestApp(env)
await app.startup.start()
let preview: ChargePreview | null = null
process.stdout.write('started\n')

for await (const line of createInterface(process.stdin)) {
  const [act, value = ''] = line.split(' ')
  process.stdout.write(`${await (act === 'review' ? review(value) : confirm())}\n`)
}

/** Reviews a new charge of an amount, or a stored one. */
async function review(value: string): Promise<string> {
  preview = value.includes('.')
    ? await app.charges.prepare(aDraft({ amount: value }))
    : await app.charges.sendAgain(value)
  return 'reviewed'
}

async function confirm(): Promise<string> {
  if (preview === null) return 'nothing was reviewed'
  try {
    return (await app.confirm(preview)).summary.chargeState ?? ''
  } catch (error) {
    return `refused ${error instanceof AppError ? error.code : String(error)}`
  }
}
