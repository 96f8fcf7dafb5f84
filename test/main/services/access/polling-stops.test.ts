import { describe, expect, it } from 'vitest'
import {
  accessAfter,
  openAccess,
  PollingStops,
  retryDelayMs,
  type Access,
  type AccessEvent,
} from '../../../../src-main/services/access/polling-stops'
import { FakeClock } from '../../../support/fakes'

const secondMs = 1000
const minuteMs = 60 * secondMs

const answered = { kind: 'answered' } as const
const mended = { kind: 'mended' } as const
const tryNow = { kind: 'try-now' } as const
const denied = (orderId: string) => ({ kind: 'refused', reason: 'access-denied', orderId }) as const
const wrongKey = (orderId: string) => ({ kind: 'refused', reason: 'wrong-control', orderId }) as const
const locked = { kind: 'no-key', reason: 'secret-store-locked' } as const
const busy = (waitMs: number | null = null) => ({ kind: 'busy', waitMs }) as const

/** Events, each some time after the previous one, without jitter. */
type Course = readonly (readonly [afterMs: number, event: AccessEvent])[]

function run(course: Course): { readonly access: Access; readonly nowMs: number } {
  let nowMs = 0
  let access = openAccess
  for (const [afterMs, event] of course) {
    nowMs += afterMs
    access = accessAfter(access, event, { nowMs, wallMs: 1_000_000 + nowMs, random: () => 0.5 })
  }
  return { access, nowMs }
}

/** The reason of a stop with the time until its next try, `open`, or `on trial`. */
function found(course: Course): string {
  const { access, nowMs } = run(course)
  if (access.stop === null) return access.isOnTrial ? 'on trial' : 'open'
  return `${access.stop.reason}, next in ${String((access.stop.nextTryMs - nowMs) / secondMs)} s`
}

const twice = [
  [0, denied('1')],
  [0, denied('2')],
] as const

describe('the access of a profile', () => {
  const table: readonly (readonly [what: string, course: Course, expected: string])[] = [
    ['one refused order says nothing of the others', [[0, denied('1')]], 'open'],
    ['nor the same order refused again', [...Array<Course[number]>(9).fill([0, wrongKey('1')])], 'open'],
    [
      'nor a second order, when one was answered in between',
      [
        [0, denied('1')],
        [0, answered],
        [0, denied('2')],
      ],
      'open',
    ],
    ['a second order that agrees stops it for a minute', twice, 'access-denied, next in 60 s'],
    [
      'the reason is what the second order met',
      [
        [0, denied('1')],
        [0, wrongKey('2')],
      ],
      'wrong-control, next in 60 s',
    ],
    ['late refusals are no tries', [...twice, [5 * secondMs, denied('3')]], 'access-denied, next in 55 s'],
    ['a try that fails waits longer', [...twice, [minuteMs, denied('1')]], 'access-denied, next in 120 s'],
    [
      'and longer',
      [...twice, [minuteMs, denied('1')], [2 * minuteMs, denied('2')]],
      'access-denied, next in 300 s',
    ],
    [
      'an hour at most',
      [...twice, ...Array.from({ length: 9 }, (): Course[number] => [60 * minuteMs, denied('1')])],
      'access-denied, next in 3600 s',
    ],
    ['an answer opens it', [...twice, [minuteMs, answered]], 'open'],
    ['a changed key allows one poll at a time', [...twice, [secondMs, mended]], 'on trial'],
    ['which an answer ends', [...twice, [secondMs, mended], [0, answered]], 'open'],
    ['a person who asks is not kept waiting', [...twice, [secondMs, tryNow]], 'access-denied, next in 0 s'],
    [
      'the try of a person counts as one',
      [...twice, [secondMs, tryNow], [0, denied('1')]],
      'access-denied, next in 120 s',
    ],
    ['asking changes nothing while nothing is stopped', [[0, tryNow]], 'open'],
    ['mending changes nothing either', [[0, mended]], 'open'],
    ['a key that cannot be read stops it at once', [[0, locked]], 'secret-store-locked, next in 60 s'],
    [
      'and is read again on the same back-off',
      [
        [0, locked],
        [minuteMs, locked],
      ],
      'secret-store-locked, next in 120 s',
    ],
    ['a busy gateway gets the pause that it asks for', [[0, busy(90_000)]], 'gateway-busy, next in 90 s'],
    ['one that does not say gets a short one', [[0, busy()]], 'gateway-busy, next in 5 s'],
    [
      'late answers of the same kind make it no longer',
      [
        [0, busy()],
        [secondMs, busy()],
      ],
      'gateway-busy, next in 4 s',
    ],
    [
      'a try that finds it busy doubles the pause',
      [
        [0, busy()],
        [5 * secondMs, busy()],
        [10 * secondMs, busy()],
      ],
      'gateway-busy, next in 20 s',
    ],
    [
      'five minutes at most',
      Array.from({ length: 20 }, (): Course[number] => [10 * minuteMs, busy()]),
      'gateway-busy, next in 300 s',
    ],
    [
      'a longer pause replaces a shorter one',
      [
        [0, busy(10_000)],
        [0, busy(60_000)],
      ],
      'gateway-busy, next in 60 s',
    ],
    [
      'a shorter one changes nothing',
      [
        [0, busy(60_000)],
        [0, busy(10_000)],
      ],
      'gateway-busy, next in 60 s',
    ],
    [
      'neither an answer nor a mended key ends a pause early',
      [
        [0, busy(60_000)],
        [secondMs, answered],
        [0, mended],
        [0, tryNow],
      ],
      'gateway-busy, next in 59 s',
    ],
    [
      'an answer after it opens the profile',
      [
        [0, busy(60_000)],
        [minuteMs, answered],
      ],
      'open',
    ],
    [
      'a pause prolongs another stop and keeps its reason',
      [...twice, [0, busy(600_000)]],
      'access-denied, next in 600 s',
    ],
  ]
  it.each(table)('%s (D1, D2, D6)', (_, course, expected) => {
    expect(found(course)).toBe(expected)
  })

  it('keeps since when it is stopped over every try', () => {
    const { access } = run([...twice, [minuteMs, denied('1')], [2 * minuteMs, denied('1')]])
    expect(access.stop).toMatchObject({ sinceMs: 1_000_000, nextTryAtMs: 1_000_000 + 8 * minuteMs })
  })

  it('is not tried by many apps in step', () => {
    expect([retryDelayMs(0, () => 0), retryDelayMs(0, () => 1)]).toEqual([54_000, 66_000])
  })
})

describe('the stops of all profiles', () => {
  const stopped = () => {
    const clock = new FakeClock()
    const stops = new PollingStops({ clock, random: () => 0.5 })
    return { clock, stops }
  }

  it('allow any number of polls, none, and then one', async () => {
    const { clock, stops } = stopped()
    expect(stops.allows('p')).toBe('any')
    stops.note('p', locked)
    expect([stops.allows('p'), stops.allows('other')]).toEqual(['none', 'any'])
    await clock.advance(minuteMs)
    expect(stops.allows('p')).toBe('one')
    stops.note('p', answered)
    expect(stops.allows('p')).toBe('any')
  })

  it('show a pause of the gateway until its end and no longer', async () => {
    const { clock, stops } = stopped()
    stops.note('p', busy(60_000))
    expect(stops.pausedUntilMs('p')).toBe(clock.nowMs() + 60_000)
    await clock.advance(minuteMs)
    expect([stops.pausedUntilMs('p'), stops.get('p')]).toEqual([null, null])
  })

  it('that wait for a keychain are tried when it is open; others are not', () => {
    const { stops } = stopped()
    stops.note('locked', locked)
    stops.note('missing', { kind: 'no-key', reason: 'secret-missing' })
    stops.noteKeychainOpened()
    expect([stops.allows('locked'), stops.allows('missing')]).toEqual(['one', 'none'])
  })

  it('tell of each change once', () => {
    const { stops } = stopped()
    const changed: string[] = []
    stops.onChange((profileId) => changed.push(profileId))
    for (const event of [answered, locked, locked, answered, answered]) stops.note('p', event)
    stops.clear('p')
    stops.clear('p')
    expect(changed).toEqual(['p', 'p', 'p'])
  })
})
