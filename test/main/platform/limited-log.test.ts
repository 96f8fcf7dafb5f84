import { describe, expect, it } from 'vitest'
import { LimitedLog, type LimitedLine } from '../../../src-main/platform/limited-log'
import { RecordingLogger } from '../ipc/fake-edge'

function start() {
  const logger = new RecordingLogger()
  let endWindow = () => {}
  const log = new LimitedLog(logger, {
    schedule: (_, task) => {
      endWindow = task
      return () => undefined
    },
  })
  return { log, logger, passTime: () => endWindow() }
}

function line(event: string, isRefusal = false): LimitedLine {
  return { level: 'info', event, kind: {}, details: {}, isRefusal }
}

describe('a limited log (S34)', () => {
  it('writes a few lines of a kind and then their count, and starts anew', () => {
    const { log, logger, passTime } = start()
    for (let times = 0; times < 9; times++) log.write(line('call'))
    passTime()
    log.write(line('call'))
    expect(logger.lines.map(({ details }) => details)).toEqual([
      ...[{}, {}, {}, {}, {}],
      ...[{ more: 4, withinMs: 60_000 }, {}],
    ])
  })

  it('writes one line of a refusal', () => {
    const { log, logger } = start()
    for (let times = 0; times < 9; times++) log.write(line('refused', true))
    expect(logger.lines).toHaveLength(1)
  })

  it('stays small whatever its lines are called, and counts what it left out', () => {
    const { log, logger, passTime } = start()
    for (let kind = 0; kind < 5000; kind++) log.write(line(`kind-${String(kind)}`))
    passTime()
    expect(logger.lines).toHaveLength(201)
    expect(logger.lines.at(-1)).toEqual({
      level: 'warn',
      event: 'log.other-lines',
      details: { more: 4800, withinMs: 60_000 },
    })
  })

  it('writes a refusal also when ordinary lines have used up the window of time', () => {
    const { log, logger } = start()
    for (let kind = 0; kind < 5000; kind++) log.write(line(`kind-${String(kind)}`))
    log.write(line('refused', true))
    expect(logger.lines.at(-1)).toMatchObject({ event: 'refused' })
  })

  it('is the log of a window, in which each event is a kind', () => {
    const { log, logger } = start()
    const ofWindow = log.asLogger()
    for (let times = 0; times < 9; times++) ofWindow.warn('window.request-denied', { scheme: 'https' })
    ofWindow.error('window.renderer-gone', { reason: 'crashed' })
    expect(logger.lines).toEqual([
      { level: 'warn', event: 'window.request-denied', details: { scheme: 'https' } },
      { level: 'error', event: 'window.renderer-gone', details: { reason: 'crashed' } },
    ])
  })
})
