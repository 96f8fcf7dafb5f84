import { describe, expect, it } from 'vitest'
import { CallRate } from '../../../src-main/ipc/call-rate'
import { FakeContents, startEdge } from './fake-edge'

const junkCalls = 20_000

describe('very many calls', () => {
  it('of a stranger are one line at once, and one with their count when the window of time ends (E7)', async () => {
    const edge = startEdge()
    const stranger = new FakeContents(7)
    for (let call = 0; call < junkCalls; call++) await edge.receiver.call(stranger.asSender(), 'home.get', {})
    const correlationId = expect.any(String) as string
    const line = { level: 'warn', event: 'ipc.sender-refused' }
    const kind = { sender: 7, reason: 'unknown-window' }
    expect(edge.logger.lines).toEqual([{ ...line, details: { ...kind, correlationId } }])
    edge.passTime()
    const summed = { ...line, details: { ...kind, more: junkCalls - 1, withinMs: 60_000 } }
    expect(edge.logger.lines.slice(1)).toEqual([summed])
  })

  it('of junk from our own window leave most of the log to others (E7)', async () => {
    const edge = startEdge()
    for (let call = 0; call < junkCalls; call++) await edge.call(`no-such-command-${call}`, {})
    edge.passTime()
    expect(edge.logger.lines.length).toBeLessThan(10)
  })

  it('of one valid command are logged in a few lines and a count (E7)', async () => {
    const edge = startEdge()
    for (let call = 0; call < 250; call++) await edge.call('clipboard.copy', { text: 'a' })
    await edge.registered.close()
    expect(edge.logger.lines).toHaveLength(6)
    expect(edge.logger.lines.at(-1)?.details).toMatchObject({ name: 'clipboard.copy', more: 245 })
  })

  it('are counted anew in the next window of time (E7)', async () => {
    const edge = startEdge()
    await edge.call('no-such-command', {})
    edge.passTime()
    await edge.call('no-such-command', {})
    expect(edge.logger.lines.map(({ details }) => details['more'])).toEqual([undefined, undefined])
  })
})

describe('the rate of calls', () => {
  it('is lower for a command that changes something, for each command separately (S34)', async () => {
    const edge = startEdge(() => ({}), 10)
    const replies = []
    for (let call = 0; call < 320; call++) replies.push(await edge.call('clipboard.copy', { text: 'a' }))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(300)
    expect(replies.at(-1)).toMatchObject({ error: { details: { reason: 'too-many-calls' } } })
    expect((await edge.call('orders.copyReceiptAddress', { orderId: '1' })).ok).toBe(true)
  })

  it('is limited for each sender separately, and only for a time window (E7)', () => {
    const rate = new CallRate()
    const allowed = Array.from({ length: 1200 }, () => rate.allows(1, 0)).filter(Boolean)
    expect(allowed).toHaveLength(1000)
    expect(rate.allows(2, 0)).toBe(true)
    expect(rate.allows(1, 9999)).toBe(false)
    expect(rate.allows(1, 10_000)).toBe(true)
  })

  it('that is too high reaches no handler (E7)', async () => {
    const edge = startEdge()
    const calls = Array.from({ length: 3000 }, () => edge.call('clipboard.copy', { text: 'a' }))
    const refused = (await Promise.all(calls)).filter((reply) => !reply.ok)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toEqual({
      ok: false,
      error: { code: 'not-allowed-now', details: { reason: 'too-many-calls' } },
    })
    expect(edge.handled).toHaveLength(3000 - refused.length)
  })
})
