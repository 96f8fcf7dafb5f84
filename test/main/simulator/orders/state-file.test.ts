import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StateFile } from '../../../../src-main/simulator/orders/state-file'
import { emptyState } from '../../../../src-main/simulator/orders/state'
import {
  welcomeOf,
  callbacksOf,
  deliveriesOf,
  formOf,
  HandClock,
  post,
  signedCardInfo,
  signedCardRef,
  signedRebill,
  signedSale,
  signedUpload,
  start,
  statusOf,
  stopAll,
  visit,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'

let folder: string
let statePath: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-state-'))
  statePath = join(folder, 'state.json')
})
afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true })
})

/** A new simulator with a copy of the file that the first one has on disk now, as after a kill. */
async function startAfterKill(clock: HandClock) {
  const leftBehind = join(folder, 'left-behind.json')
  await copyFile(statePath, leftBehind)
  return start({ clock, statePath: leftBehind })
}

describe('a simulator with a state file', () => {
  it('keeps open orders through a kill and continues them', async () => {
    const clock = new HandClock()
    const killed = await start({ clock, statePath })
    const { 'paynet-order-id': orderId, 'serial-number': serial } = await post(
      killed,
      '/api/v2/make-rebill/4411',
      signedRebill('1015'),
    )
    clock.advance(1_000)
    const restarted = await startAfterKill(clock)
    expect(await statusOf(restarted, 'T-1')).toMatchObject({
      'paynet-order-id': orderId,
      status: 'processing',
      'order-stage': 'sale_filtering',
    })
    clock.advance(6_000)
    expect(await statusOf(restarted, 'T-1')).toMatchObject({
      status: 'approved',
      'order-stage': 'sale_approved',
    })
    expect((await post(restarted, '/api/v2/make-rebill/4411', signedRebill('1015')))['paynet-order-id']).toBe(
      orderId,
    )
    expect((await statusOf(restarted, 'T-1'))['serial-number']).not.toBe(serial)
  })

  it('saves an order before its answer is sent', async () => {
    const clock = new HandClock()
    const killed = await start({ clock, statePath })
    await expect(
      post(killed, '/api/v2/make-rebill/4411', signedRebill('904000', { amount: '9040' })),
    ).rejects.toThrow()
    clock.advance(7_000)
    const restarted = await startAfterKill(clock)
    expect((await statusOf(restarted, 'T-1')).status).toBe('approved')
    const deliveries = await deliveriesOf(restarted)
    expect(deliveries.filter(({ command }) => command === 'make-rebill')).toHaveLength(1)
  })

  it('never uses a serial number twice, not even one that was not saved', async () => {
    const clock = new HandClock()
    const serials: (string | undefined)[] = []
    const collect = async (simulator: Simulator) => {
      for (let count = 0; count < 20; count += 1) {
        serials.push((await statusOf(simulator, 'NS-2041'))['serial-number'])
      }
    }
    await collect(await start({ clock, statePath }))
    clock.advance(1_000)
    await collect(await startAfterKill(clock))
    expect(new Set(serials).size).toBe(40)
  })

  it('keeps the awaited 3-D Secure step and the issuer’s answer through a kill', async () => {
    const clock = new HandClock()
    const killed = await start({ clock, statePath })
    const form = signedSale('930300', { amount: '9303', redirect_url: 'https://shop.example.test' })
    const { 'paynet-order-id': id = '' } = await post(killed, '/api/v2/sale/4411', form)
    clock.advance(2_000)
    const waiting = await statusOf(killed, 'S-1')
    const md = waiting['tds-pareq-form-md'] ?? ''
    const answered = formOf(
      await visit(waiting['tds-pareq-form-acs-url'] ?? '', {
        PaReq: waiting['tds-pareq-form-pareq'] ?? '',
        MD: md,
        TermUrl: 'https://shop.example.test',
        code: '1234',
        action: 'confirm',
      }),
    )
    const second = await startAfterKill(clock)
    expect(await statusOf(second, 'S-1')).toMatchObject({
      'tds-status': 'PaReqForm',
      'tds-pareq-form-pareq': waiting['tds-pareq-form-pareq'],
      'tds-pareq-form-md': md,
    })
    const upload = signedUpload('S-1', id, { paRes: answered.hidden.PaRes ?? '', md })
    const path = '/api/3ds/v1/upload-pares-result/4411'
    expect((await post(second, path, upload)).type).toBe('async-response')
    const leftLast = join(folder, 'left-last.json')
    await copyFile(join(folder, 'left-behind.json'), leftLast)
    const third = await start({ clock, statePath: leftLast })
    clock.advance(7_000)
    expect((await statusOf(third, 'S-1')).status).toBe('approved')
    await post(third, path, upload)
    const uploads = (await deliveriesOf(third)).filter(({ command }) => command === 'upload-pares-result')
    expect(uploads.map(({ result }) => result)).toEqual(['accepted', 'repeated'])
  })

  it('reads a file that was written before keys and callbacks were added', async () => {
    const simulator = await start({ statePath })
    await simulator.stop()
    const { publicKey, usedNonces, callbacks, ...older } = JSON.parse(
      await readFile(statePath, 'utf8'),
    ) as Record<string, unknown>
    expect([publicKey, usedNonces, callbacks]).toEqual(['', [], []])
    await writeFile(statePath, JSON.stringify(older))
    const restarted = await start({ statePath })
    expect(await callbacksOf(restarted)).toEqual([])
    expect((await welcomeOf(restarted)).cards).toHaveLength(6)
  })

  it('keeps tokens and recognises a card number again', async () => {
    const clock = new HandClock()
    const register = async (clientOrderId: string) => {
      const simulator = await start({ clock, statePath })
      const form = signedSale('1015', { client_orderid: clientOrderId })
      const { 'paynet-order-id': id = '' } = await post(simulator, '/api/v2/sale/4411', form)
      clock.advance(7_000)
      const token = await post(simulator, '/api/v2/create-card-ref/4411', signedCardRef(clientOrderId, id))
      await simulator.stop()
      return token
    }
    const first = await register('S-1')
    const second = await register('S-2')
    expect(second['unq-card-ref-id']).toBe(first['unq-card-ref-id'])
    expect(second['card-ref-id']).not.toBe(first['card-ref-id'])
    const third = await start({ clock, statePath })
    const info = await post(third, '/api/v2/get-card-info/4411', signedCardInfo(first['card-ref-id'] ?? ''))
    expect(info['card-printed-name']).toBe('IVA TESTOVA')
  })

  it('announces the same cards and orders after a restart', async () => {
    const simulator = await start({ statePath })
    const first = await welcomeOf(simulator)
    await simulator.stop()
    expect(await welcomeOf(await start({ statePath }))).toEqual(first)
  })

  it('writes no card number, security code, control or key, and only the owner may read the file', async () => {
    const simulator = await start({ statePath })
    const { control = '', ...form } = signedSale('1015', { cvv2: '8317', merchant_data: 'kept-on-purpose' })
    await post(simulator, '/api/v2/sale/4411', { ...form, control })
    const text = await readFile(statePath, 'utf8')
    expect(text).toContain('kept-on-purpose')
    for (const secret of ['4444555566661111', '"8317"', control, simulator.announcement.controlKey]) {
      expect(text).not.toContain(secret)
    }
    expect((await stat(statePath)).mode & 0o077).toBe(0)
  })

  it.each(['', '{', 'null', '{"version":3}', '{"version":2,"salt":"x"}'])(
    'renames a file that it cannot read, warns, and starts with new orders: %j',
    async (text) => {
      await writeFile(statePath, text)
      const warnings: string[] = []
      const simulator = await start({ statePath, warn: (message) => warnings.push(message) })
      expect((await welcomeOf(simulator)).cards).toHaveLength(6)
      expect(warnings.join()).toContain(`${statePath}.unreadable`)
      expect(await readFile(`${statePath}.unreadable`, 'utf8')).toBe(text)
    },
  )

  it('does not start when the file cannot be opened at all', async () => {
    await expect(start({ statePath: folder })).rejects.toThrow(/EISDIR/)
  })
})

describe('the state file', () => {
  it('contains the newest state after each of many concurrent saves', async () => {
    const file = new StateFile(statePath, () => undefined)
    const state = emptyState()
    const saves = Array.from({ length: 200 }, async (_, index) => {
      state.lastGatewayOrderId = index
      await file.save(state)
      const saved = JSON.parse(await readFile(statePath, 'utf8')) as { lastGatewayOrderId: number }
      expect(saved.lastGatewayOrderId).toBeGreaterThanOrEqual(index)
      if (index % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    })
    await Promise.all(saves)
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('rejects a save that could not be written, and works again afterwards', async () => {
    const file = new StateFile(join(folder, 'missing', 'state.json'), () => undefined)
    await expect(file.save(emptyState())).rejects.toThrow(/ENOENT/)
    await mkdir(join(folder, 'missing'))
    await file.save(emptyState())
    expect(await file.load()).toMatchObject({ version: 2 })
  })
})
