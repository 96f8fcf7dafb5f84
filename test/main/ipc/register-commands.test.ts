import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors/app-error'
import { callChannel } from '../../../src-shared/ipc/bridge'
import { commands } from '../../../src-shared/ipc/contract'
import type { CommandName } from '../../../src-shared/ipc/contract-types'
import { commandExamples } from '../../security/command-examples'
import { startEdge } from './fake-edge'

describe('registerCommands', () => {
  it('listens on one channel only', () => {
    expect(startEdge().receiver.channels).toEqual([callChannel])
  })

  it('hands the handler the parsed input and the window the declared output', async () => {
    const edge = startEdge(() => ({ asked: 3, controlKey: 'a secret that slipped in' }))
    expect(await edge.call('orders.recheck', { orderId: null })).toEqual({ ok: true, value: { asked: 3 } })
    expect(edge.handled).toEqual([{ name: 'orders.recheck', input: { orderId: null } }])
  })

  it('trims what the schema trims before the handler sees it', async () => {
    const edge = startEdge(() => new AppError('not-found'))
    await edge.call('orders.note', { orderId: 'o1', text: '  called the customer  ' })
    expect(edge.handled[0]?.input).toEqual({ orderId: 'o1', text: 'called the customer' })
  })

  it.each([
    'toString',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'orders',
    'ORDERS.LIST',
    '',
    null,
    5,
    {},
  ])('knows no command named %s', async (name) => {
    const edge = startEdge()
    expect(await edge.call(name, {})).toEqual({
      ok: false,
      error: { code: 'validation-failed', details: { fields: { '': 'unknown-command' } } },
    })
    expect(edge.handled).toEqual([])
    // The name comes from outside and may contain anything.
    expect(edge.logger.lines[0]?.details).toMatchObject({ name: 'unknown' })
  })

  it('refuses calls with more or fewer parts than a name and an input', async () => {
    const edge = startEdge()
    const sender = edge.window.asSender()
    for (const parameters of [[], ['home.get'], ['home.get', {}, {}]]) {
      expect(await edge.receiver.call(sender, ...parameters)).toMatchObject({ ok: false })
    }
    expect(edge.handled).toEqual([])
  })

  it('names the fields of a bad input with message keys and repeats no value', async () => {
    const edge = startEdge()
    const reply = await edge.call('orders.adopt', {
      clientOrderId: ' ',
      gatewayOrderId: '4111111111111111',
      routeId: 'abc',
      extra: 'x',
    })
    expect(reply).toEqual({
      ok: false,
      error: {
        code: 'validation-failed',
        details: {
          fields: {
            clientOrderId: 'required',
            gatewayOrderId: 'card-number',
            routeId: 'not-a-route-id',
            '': 'unknown-field',
          },
        },
      },
    })
    expect(edge.handled).toEqual([])
  })

  it('passes on the description of an expected failure', async () => {
    const edge = startEdge(() => {
      throw new AppError('secret-missing', { profileName: 'Shop EU', reason: 'never-set' })
    })
    expect(await edge.call('home.get', {})).toEqual({
      ok: false,
      error: { code: 'secret-missing', details: { profileName: 'Shop EU', reason: 'never-set' } },
    })
  })

  it('drops details that the contract of errors does not declare', async () => {
    const details = { reason: 'never-set', controlKey: 'a secret' }
    const edge = startEdge(() => {
      throw new AppError('secret-missing', details)
    })
    expect(await edge.call('home.get', {})).toEqual({
      ok: false,
      error: { code: 'secret-missing', details: { reason: 'never-set' } },
    })
  })

  it.each([
    ['an ordinary error', new Error('SQLITE_IOERR: /home/anna/secret-path')],
    ['a thrown text', 'control=0123456789'],
    ['an internal AppError', new AppError('internal', { reason: 'secret-size' })],
    [
      'an AppError with a reason too long for its contract',
      AppError.from({ code: 'not-found', details: { reason: 'x'.repeat(81) } }),
    ],
  ])('answers %s with internal and a correlation id alone, and logs both', async (_case, error) => {
    const edge = startEdge(() => {
      throw error as Error
    })
    const reply = await edge.call('home.get', {})
    const correlationId = edge.logger.lines[0]?.details.correlationId
    expect(reply).toEqual({ ok: false, error: { code: 'internal', details: { correlationId } } })
    expect(edge.logger.lines.map(({ level, event }) => [level, event])).toEqual([
      ['error', 'ipc.unexpected'],
      ['info', 'ipc.call'],
    ])
    expect(edge.logger.lines[0]?.details).toMatchObject({ name: 'home.get', error })
  })

  it('tells the window that a stored record cannot be read, with none of its content', async () => {
    const cause = new SyntaxError('Unexpected token in {"cardholder":"ANN LEE"}')
    const edge = startEdge(() => {
      throw new AppError('internal', { reason: 'unreadable-row' }, { cause })
    })
    const reply = await edge.call('orders.get', { orderId: '1' })
    const correlationId = edge.logger.lines[0]?.details.correlationId
    const error = { code: 'internal', details: { correlationId, reason: 'unreadable-row' } }
    expect(reply).toEqual({ ok: false, error })
  })

  it('answers an output that does not fit with internal, and sends none of it', async () => {
    const edge = startEdge(() => ({ asked: 'three' }))
    expect(await edge.call('orders.recheck', { orderId: null })).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
  })

  it('writes one line per call: name, duration, result and correlation id, never a payload', async () => {
    const edge = startEdge()
    await edge.call('clipboard.copy', { text: 'copied text' })
    await edge.call('clipboard.copy', { text: '' })
    const correlationId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
    expect(edge.logger.lines).toEqual([
      {
        level: 'info',
        event: 'ipc.call',
        details: { name: 'clipboard.copy', durationMs: 5, result: 'ok', correlationId },
      },
      {
        level: 'info',
        event: 'ipc.call',
        details: { name: 'clipboard.copy', durationMs: 5, result: 'validation-failed', correlationId },
      },
    ])
    const ids = edge.logger.lines.map((line) => line.details.correlationId)
    expect(new Set(ids).size).toBe(2)
  })

  it('answers the calls under way before it closes, and none after', async () => {
    let finish: (value: unknown) => void = () => undefined
    const edge = startEdge(() => new Promise((resolve) => (finish = resolve)))
    const call = edge.call('clipboard.copy', { text: 'a' })
    await Promise.resolve()
    let isClosed = false
    const closing = edge.registered.close().then(() => (isClosed = true))
    await expect(edge.call('clipboard.copy', { text: 'b' })).rejects.toThrow('No handler')
    expect(isClosed).toBe(false)
    finish({})
    expect(await call).toEqual({ ok: true, value: {} })
    await closing
  })
})

describe('a history that can only be read', () => {
  it('answers reads, and refuses writes before their handler is called (C1)', async () => {
    const edge = startEdge(() => new AppError('not-found'))
    edge.storage.trouble = 'disk-full'
    const refused = { ok: false, error: { code: 'storage-failed', details: { reason: 'disk-full' } } }
    for (const [name, { kind }] of Object.entries(commands) as [CommandName, { kind: string }][]) {
      const isHarmless = [
        ...['start.retry', 'start.recover', 'threeDs.stop', 'clipboard.copy', 'dataFolder.open'],
        ...[
          'autostart.set',
          'orderLink.take',
          'logFolder.open',
          'diagnostics.copy',
          'lock.unlock',
          'lock.now',
        ],
        ...['exports.start', 'exports.cancel', 'exports.showFile'],
        ...['adoptions.pause', 'adoptions.stop'],
        ...['history.backUp', 'history.stopBackup', 'history.saveSchedule', 'history.chooseCopy'],
        ...['history.restore', 'history.check'],
        ...['orders.supportBundle', 'orders.copyReceiptAddress'],
        ...['updates.check', 'updates.download', 'updates.cancel', 'updates.install', 'updates.saveDaily'],
      ].includes(name)
      const reply = await edge.call(name, commandExamples[name])
      const isRefused = kind === 'write' && !isHarmless
      expect([name, JSON.stringify(reply) === JSON.stringify(refused)]).toEqual([name, isRefused])
    }
    edge.storage.trouble = null
    await edge.call('charges.confirm', commandExamples['charges.confirm'])
    expect(edge.handled.at(-1)?.name).toBe('charges.confirm')
  })
})

describe('a locked app', () => {
  it('answers every command but those of the lock with `locked`, before their handler is called (S18)', async () => {
    const edge = startEdge(() => new AppError('not-found'))
    edge.lock.isLocked = true
    const ofTheLock = ['lock.get', 'lock.unlock', 'lock.resetPin']
    const refused = { ok: false, error: { code: 'locked', details: {} } }
    for (const name of Object.keys(commands) as CommandName[]) {
      const reply = await edge.call(name, commandExamples[name])
      const isRefused = !ofTheLock.includes(name)
      expect([name, JSON.stringify(reply) === JSON.stringify(refused)]).toEqual([name, isRefused])
    }
    expect(edge.handled.map(({ name }) => name)).toEqual(ofTheLock)
  })

  it('keeps back the result of a command during which it was locked (S18)', async () => {
    const edge = startEdge(() => {
      edge.lock.isLocked = true
      return { orders: [] }
    })
    expect(await edge.call('labels.list', {})).toEqual({ ok: false, error: { code: 'locked', details: {} } })
  })
})
