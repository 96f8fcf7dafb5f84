import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewDraft } from '../../../../src-main/db/tables/charges'
import { createWriter, type OpenWriter } from '../../../../src-main/db/storage'
import { aConfirmation, aDraft, aProfile, nothingRelated } from '../../../support/builders'
import { card, newOrder, TestFolder } from '../../db/builders'
import { buildPrograms, type Programs } from '../../db/programs'

const rounds = 25

let programs: Programs

beforeAll(async () => {
  programs = await buildPrograms({ 'charging-process': 'test/main/services/charge/charging-process.ts' })
}, 60_000)
afterAll(() => {
  programs.remove()
})

/** Accepts every charge and counts the deliveries by amount. */
class CountingGateway {
  readonly deliveries = new Map<string, number>()
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/paynet`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const sent = new URLSearchParams(body)
    const amount = sent.get('amount') ?? ''
    if (request.url?.includes('make-rebill'))
      this.deliveries.set(amount, (this.deliveries.get(amount) ?? 0) + 1)
    response.end(
      new URLSearchParams({
        type: 'async-response',
        'merchant-order-id': sent.get('client_orderid') ?? '',
        'paynet-order-id': String(6684100 + this.deliveries.size),
      }).toString(),
    )
  }
}

/** One running process of the app. */
class ChargingProcess {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(folder: TestFolder, baseUrl: string) {
    const keyHex = Buffer.from(folder.key).toString('hex')
    this.#child = spawn(
      process.execPath,
      [programs.fileOf('charging-process'), folder.file, keyHex, baseUrl],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    if (this.#child.stdout === null) throw new Error('no output')
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  async says(): Promise<string> {
    return String((await this.#lines.next()).value)
  }

  ask(line: string): Promise<string> {
    this.#child.stdin?.write(`${line}\n`)
    return this.says()
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }
}

/** A confirmed charge that was never sent, as after a crash. */
function recorded({ writer }: OpenWriter, amountMinor: number, number: number): string {
  const draft: NewDraft = {
    ...{ chargeId: `charge-${String(number)}`, profileId: 'profile-1', kind: 'rebill-sale' },
    ...{
      clientOrderId: `OLD-${String(number)}`,
      cardId: '1',
      cardRefId: '880017',
      amountMinor,
      currency: 'EUR',
    },
    ...{ previewHash: 'hash', draft: aDraft(), createdAtMs: 1_000 },
  }
  writer.saveDraft(draft)
  writer.recordCharge({
    ...{ chargeId: draft.chargeId, expectedVersion: 1, previewHash: 'hash', sentParameters: [] },
    ...{ related: nothingRelated, confirmation: aConfirmation(), entries: [] },
    order: newOrder({
      ...{
        profileId: 'profile-1',
        environment: 'gateway-test',
        kind: 'rebill-sale',
        cardId: '1',
        amountMinor,
      },
      ...{ clientOrderId: draft.clientOrderId, currency: 'EUR', createdAtMs: 1_000 },
      ...{ followState: 'stopped', nextCheckAtMs: null },
    }),
  })
  return draft.chargeId
}

describe('two processes on one data folder', () => {
  it('that confirm two charges of the same card and sum deliver one of them in each round (B2)', async () => {
    const folder = new TestFolder()
    const gateway = new CountingGateway()
    const baseUrl = await gateway.listen()
    const opened = createWriter({ file: folder.file }, folder.key)
    opened.writer.saveProfile(aProfile({ environment: 'gateway-test', baseUrl }))
    opened.writer.setActiveProfile('profile-1')
    opened.writer.setRecoveryMade(true)
    opened.writer.upsertCard(card({ profileId: 'profile-1' }))
    // In the first rounds both charges are new. In the last ones both are stored and sent again.
    const amountOf = (round: number) => `${String(10 + round)}.00`
    const onDisk = Array.from({ length: 5 }, (_, index) =>
      [0, 1].map((twin) => recorded(opened, (10 + rounds - 5 + index) * 100, 2 * index + twin)),
    )
    opened.close()
    const processes = [new ChargingProcess(folder, baseUrl), new ChargingProcess(folder, baseUrl)]
    try {
      expect(await Promise.all(processes.map((one) => one.says()))).toEqual(['started', 'started'])
      const replies: string[][] = []
      for (let round = 0; round < rounds; round++) {
        const twins = onDisk[round - (rounds - 5)] ?? [amountOf(round), amountOf(round)]
        await Promise.all(processes.map((one, index) => one.ask(`review ${twins[index] ?? ''}`)))
        replies.push((await Promise.all(processes.map((one) => one.ask('confirm')))).sort())
      }
      const expected = Array.from({ length: rounds }, (_, round) => [amountOf(round), 1])
      expect([...gateway.deliveries]).toEqual(expected)
      expect(replies).toEqual(expected.map(() => ['accepted', 'refused not-allowed-now']))
    } finally {
      for (const one of processes) one.stop()
      gateway.close()
      folder.remove()
    }
  }, 60_000)
})
