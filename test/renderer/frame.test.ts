import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { messages } from '../../src-renderer/messages'
import { storageTrouble } from '../../src-shared/domain/storage-trouble'
import { liveProfile, profile } from '../support/view-data'
import { summary } from '../support/view-orders'
import {
  fakeTimeouts,
  passTime,
  button,
  mountApp,
  press,
  settle,
  type,
  unmountAfterEach,
} from '../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const { frame } = messages
const { opening } = messages.start

async function openCommandBar(text: string): Promise<string[]> {
  press(document.body, 'k', { ctrlKey: true })
  await settle()
  const input = document.querySelector<HTMLInputElement>('[role="combobox"]')
  if (input === null) throw new Error('no command bar')
  type(input, text)
  await passTime(160)
  return [...document.querySelectorAll('[role="option"]')].map((each) => each.textContent)
}

describe('the frame', () => {
  it.each([
    ['p-live', 'LIVE - Shop EU - endpoint 4411', 'production'],
    ['p-test', 'GATEWAY TEST - Shop EU rehearsal', 'gateway-test'],
    ['p-sim', 'SIMULATOR - Nord Shop', 'simulator'],
  ])(
    'shows the environment of %s in text and colour, and in the window title',
    async (profileId, line, look) => {
      await mountApp('/orders', { state: { activeProfileId: profileId } })
      expect(document.querySelector('.stripe .tag')?.textContent).toBe(line)
      expect(document.querySelector('.stripe')?.classList.contains(look)).toBe(true)
      expect(document.title).toBe(`Orders - ${line.replace(' - endpoint 4411', '')} - Rebill Desk`)
    },
  )

  it('links to every screen by its name', async () => {
    await mountApp('/home')
    const links = [...document.querySelectorAll('nav a')].map((link) => link.textContent)
    expect(links).toEqual([
      'Home',
      'Orders',
      'Cards',
      'Charge',
      'Insights',
      'Callbacks',
      'API log',
      'Settings',
    ])
  })

  it('asks for confirmation only before a switch to a live profile', async () => {
    const { desk } = await mountApp('/home')
    const choose = async (profileId: string) => {
      const select = document.querySelector<HTMLSelectElement>(`[aria-label="${frame.nav.switchProfile}"]`)
      if (select === null) throw new Error('no profile switch')
      select.value = profileId
      select.dispatchEvent(new Event('change'))
      await settle()
    }
    await choose('p-test')
    expect(desk.callsOf('profiles.select')).toEqual([{ profileId: 'p-test' }])
    await choose('p-live')
    expect(desk.callsOf('profiles.select')).toHaveLength(1)
    button(frame.switchToLive.confirm({ profile: 'Shop EU' })).click()
    await settle()
    expect(desk.callsOf('profiles.select')).toContainEqual({ profileId: 'p-live' })
  })

  it('shows on Home and in the status bar which profile is paused, why, since when and until when (D2)', async () => {
    await mountApp('/home', {
      state: {
        profiles: [
          profile(),
          {
            ...liveProfile,
            pollingStop: {
              reason: 'access-denied',
              sinceMs: Date.UTC(2026, 2, 1, 9, 0, 0),
              nextTryAtMs: Date.UTC(2026, 2, 1, 10, 30, 0),
            },
          },
        ],
        settings: {
          theme: 'system',
          density: 'comfortable',
          detailPx: null,
          timeZone: 'UTC',
          operatorName: '',
        },
      },
    })
    const full =
      'The gateway denies access to this login or this computer. To try again now, test the connection in Settings. ' +
      'Paused since 1 Mar 2026, 09:00:00 UTC, next try at 10:30:00.'
    expect(document.querySelector('.home .callout')?.textContent).toBe(
      `Shop EU: orders are not checked${full}`,
    )
    const line = document.querySelector<HTMLElement>('footer a.ellipsis')
    expect(line?.textContent).toBe('Shop EU: checks paused, next try 10:30:00')
    expect(line?.title).toBe(full)
  })

  it('shows one problem in the status bar and counts the others, a paused profile before a wrong clock (D2, B5)', async () => {
    const pollingStop = {
      reason: 'wrong-control',
      sinceMs: 0,
      nextTryAtMs: Date.UTC(2026, 2, 1, 10, 30),
    } as const
    await mountApp('/home', {
      state: {
        profiles: [profile(), { ...liveProfile, pollingStop }],
        clockSkews: [
          { profileId: 'p-sim', skewMs: 4 * 60_000 },
          { profileId: 'p-live', skewMs: 5 * 60_000 },
        ],
        settings: {
          theme: 'system',
          density: 'comfortable',
          detailPx: null,
          timeZone: 'UTC',
          operatorName: '',
        },
      },
    })
    const [mostSerious, others] = [...document.querySelectorAll<HTMLElement>('footer a.warning[title]')]
    expect(mostSerious?.textContent).toBe('Shop EU: checks paused, next try 10:30:00')
    expect(others?.textContent).toBe('2 more')
    expect(others?.title).toBe('Clock 4 min behind\nClock 5 min behind')
    expect(document.querySelectorAll('.home .callout')).toHaveLength(3)
  })

  it.each([
    [-25 * 3_600_000, 'Clock 25 h ahead', 'It is 25 h ahead of the gateway’s clock (Shop EU).'],
    [4 * 60_000, 'Clock 4 min behind', 'It is 4 min behind the gateway’s clock (Shop EU).'],
  ])('shows that the clock of this computer is wrong: %d ms (B5)', async (skewMs, short, text) => {
    await mountApp('/home', {
      state: { profiles: [profile(), liveProfile], clockSkews: [{ profileId: 'p-live', skewMs }] },
    })
    expect(document.querySelector('footer a.ellipsis')?.textContent).toBe(short)
    expect(document.querySelector('.home .callout')?.textContent).toContain(text)
  })

  it('shows that it is offline', async () => {
    const { desk } = await mountApp('/home')
    desk.changeState({ online: false })
    await settle()
    expect(document.querySelector('footer')?.textContent).toContain(frame.statusBar.offline)
  })

  it.each(storageTrouble.options)(
    'shows every screen and the reason while the history is read-only (%s), and allows no charge (C1, C2, C6)',
    async (trouble) => {
      const { desk, router } = await mountApp('/orders', { state: { storage: { trouble } } })
      const words = messages.storage.trouble[trouble]
      const banner = document.querySelector('[role="alert"]')
      for (const text of [words.title, words.way, messages.storage.known, '/home/berg/.config/Rebill Desk'])
        expect(banner?.textContent).toContain(text)
      expect(document.querySelector('footer')?.textContent).toContain('3 open orders are not checked')
      expect(document.querySelectorAll('[role="row"]').length).toBeGreaterThan(3)
      await router.push('/charge')
      await settle()
      expect(button(messages.charge.review).disabled).toBe(true)
      expect(document.querySelector('main')?.textContent).toContain(words.reason)
      button(messages.common.tryAgain).click()
      await settle()
      expect(desk.callsOf('start.retry')).toHaveLength(1)
      desk.changeState({ storage: { trouble: null } })
      await settle()
      expect(document.body.textContent).not.toContain(words.title)
      expect(button(messages.charge.review).disabled).toBe(false)
    },
  )

  it('lists confirmed charges that are missing from the history, and allows no charge until they are acknowledged (C5)', async () => {
    const missingCharges = ['NS-OLD', 'NS-1', 'NS-2', 'NS-NEW'].map((clientOrderId, index) => ({
      ...{ clientOrderId, profileId: 'p-sim' },
      atMs: 1_780_000_000_000 + index * 1000,
    }))
    const { desk, router } = await mountApp('/charge', { state: { missingCharges } })
    const words = messages.storage.missing
    const banner = document.querySelector('[role="alert"]')
    for (const text of [words.title({ count: 4 }), words.text, 'NS-NEW', words.more({ count: 1 })])
      expect(banner?.textContent).toContain(text)
    expect(button(messages.charge.review).disabled).toBe(true)
    button(words.adopt).click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    button(messages.common.cancel).click()
    await settle()
    button(words.acknowledge).click()
    await settle()
    expect(desk.callsOf('history.acknowledgeMissing')).toEqual([
      { clientOrderIds: ['NS-OLD', 'NS-1', 'NS-2', 'NS-NEW'] },
    ])
    expect(document.body.textContent).not.toContain(words.text)
  })

  it('shows while it quits which charge it waits for, and the maximum time (C3)', async () => {
    const { desk } = await mountApp('/orders')
    desk.changeState({
      ending: { charges: [{ amountMinor: 2500, currency: 'EUR' }], steps: 0, withinMs: 10_000 },
    })
    await settle()
    const notice = document.querySelector('[role="alert"]')?.textContent
    expect(notice).toContain('Waiting for the response to the charge of 25.00 EUR.')
    expect(notice).toContain('10 s at most')
    expect(document.querySelector('nav')).toBeNull()
  })

  it('shows that the history is being opened, and that a password may be needed, while main starts', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const unanswered = new Promise<never>(() => undefined)
    await mountApp('/home', {}, (desk) => desk.reply('appState.get', () => unanswered), {
      waitsForState: false,
    })
    expect(document.body.textContent).not.toContain(opening.title)
    await vi.advanceTimersByTimeAsync(1000)
    expect(document.querySelector('[role="status"]')?.textContent).toBe(opening.title)
    await vi.advanceTimersByTimeAsync(2000)
    expect(document.body.textContent).toContain(opening.keychain)
    expect(document.body.textContent).not.toContain(frame.failedToStart.title)
  })

  it('names the step of an update of the history while main starts, also one that began before the window', async () => {
    const { updating } = messages.start
    const unanswered = new Promise<never>(() => undefined)
    const { desk } = await mountApp(
      '/home',
      {},
      (each) => {
        each.reply('appState.get', () => unanswered)
        each.reply('historyUpdate.get', () => ({ update: { step: 1, steps: 3, migration: null } }))
      },
      { waitsForState: false },
    )
    await settle()
    const step = () => document.querySelector('[role="status"]')?.textContent
    expect(step()).toBe(updating.step({ step: 1, steps: 3, name: updating.backup }))
    desk.emit('historyUpdate.advanced', { step: 2, steps: 3, migration: 150 })
    await settle()
    expect(step()).toBe('Step 2 of 3: Insights')
    expect(document.querySelector('progress')?.value).toBe(1)
    desk.emit('historyUpdate.advanced', { step: 3, steps: 3, migration: 9999 })
    await settle()
    expect(step()).toBe('Step 3 of 3: History')
  })

  it('shows an error when main does not answer at the start', async () => {
    await mountApp('/home', {}, (desk) => desk.refuse('appState.get', { code: 'internal', details: {} }))
    expect(document.body.textContent).toContain(frame.failedToStart.title)
  })
})

describe('the keys', () => {
  it.each([
    ['h', '/home'],
    ['o', '/orders'],
    ['c', '/cards'],
    ['p', '/charge'],
    ['l', '/log'],
  ])('go with G and %s to %s', async (key, path) => {
    const { router } = await mountApp('/settings/about')
    press(document.body, 'g')
    press(document.body, key)
    await settle()
    expect(router.currentRoute.value.path).toBe(path)
  })

  it('type letters while a text field has the focus', async () => {
    const { router } = await mountApp('/orders')
    const input = document.querySelector('input')
    if (input === null) throw new Error('no field')
    input.focus()
    press(input, 'g')
    press(input, 'h')
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
  })

  it('do nothing behind a dialog', async () => {
    const { router } = await mountApp('/orders/o-1')
    press(document.body, 'n')
    await settle()
    expect(document.querySelector('[role="dialog"]')).not.toBeNull()
    press(document.body, 'g')
    press(document.body, 'h')
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
  })

  it('show the shortcuts on ?', async () => {
    await mountApp('/home')
    press(document.body, '?')
    await settle()
    const rows = [...document.querySelectorAll('[role="dialog"] dl > div')].map((row) => row.textContent)
    expect(rows).toContain(`${frame.keys.actions.help}?`)
    expect(rows).toContain(`${frame.nav.orders}G${frame.keys.then}O`)
    expect(document.body.textContent).toContain(frame.keys.guarantee)
  })

  it('of a hidden screen do nothing', async () => {
    const { desk, router } = await mountApp('/orders/o-1')
    await router.push('/home')
    await settle()
    press(document.body, 'r')
    await settle()
    expect(desk.callsOf('orders.recheck')).toEqual([])
  })
})

describe('the command bar', () => {
  it('offers a pasted id first', async () => {
    await mountApp('/home')
    const [first] = await openCommandBar('1152735103331642317')
    expect(first).toContain('1152735103331642317')
    const unknown = await openCommandBar('9912345')
    expect(unknown[0]).toContain(frame.commandBar.findId({ id: '9912345' }))
    expect(unknown[1]).toContain(frame.commandBar.adoptId({ id: '9912345' }))
  })

  it('finds actions, screens, orders and cards, and runs the chosen one on Enter', async () => {
    const { router } = await mountApp('/home')
    const found = await openCommandBar('marta')
    expect(found.some((text) => text.includes('Marta Lindqvist'))).toBe(true)
    expect(found.some((text) => text.includes('Marta, monthly plan'))).toBe(true)
    const [only] = await openCommandBar('go to api')
    expect(only).toContain(frame.commandBar.go({ screen: 'API log' }))
    const input = document.querySelector('[role="combobox"]')
    if (input !== null) press(input, 'Enter')
    await settle()
    expect(router.currentRoute.value.path).toBe('/log')
  })
})

describe('the empty command bar', () => {
  const { commandBar } = frame

  it('starts with the actions on the open order, then recent orders, then actions and screens', async () => {
    const { router } = await mountApp('/orders/o-2')
    await router.push('/orders/o-1')
    await settle()
    await openCommandBar('')
    const headings = [...document.querySelectorAll('[role="listbox"] [role="presentation"]')]
    expect(headings.map((each) => each.textContent)).toEqual([
      commandBar.ofOrder({ clientOrderId: summary(1).clientOrderId }),
      ...['recent', 'actions', 'screens', 'view'].map(
        (group) => commandBar.groups[group as keyof typeof commandBar.groups],
      ),
    ])
    const recent = shownChoices().filter((text) => /^NS-/.test(text))
    expect(recent).toHaveLength(1)
    expect(recent[0]).toContain(summary(2).clientOrderId)
  })

  it('runs an action on the open order, and says why one is disabled', async () => {
    const { desk } = await mountApp('/orders/o-1', { state: { online: false, activeProfileId: 'p-live' } })
    const check = messages.orders.detail.checkNow
    expect(await openCommandBar(check)).toContainEqual(expect.stringContaining(messages.common.offlineReason))
    desk.changeState({ online: true })
    await settle()
    choose(check)
    await settle()
    expect(desk.callsOf('orders.recheck')).toEqual([{ orderId: 'o-1' }])
  })

  it('starts with the actions on the open card, and with none when nothing is open', async () => {
    const { router } = await mountApp('/cards/card-0')
    expect((await openCommandBar(''))[0]).toContain(messages.cards.chargeThis)
    choose(commandBar.go({ screen: 'Orders' }))
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    expect((await openCommandBar(''))[0]).toContain(commandBar.newCharge)
  })

  function shownChoices(): string[] {
    return [...document.querySelectorAll('[role="option"]')].map((each) => each.textContent)
  }

  function choose(text: string): void {
    const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')]
    options.find((each) => each.textContent.includes(text))?.click()
  }
})

describe('the application menu', () => {
  it.each([
    ['show-home', '/home'],
    ['show-cards', '/cards'],
    ['show-charge', '/charge'],
    ['show-api-log', '/log'],
    ['show-settings', '/settings/profiles'],
    ['show-about', '/settings/about'],
  ] as const)('leads with %s to %s', async (action, path) => {
    const { desk, router } = await mountApp('/orders')
    desk.emit('menu.chosen', { action })
    await settle()
    expect(router.currentRoute.value.path).toBe(path)
  })

  it('leads with show-insights to the screen that is loaded when it is needed', async () => {
    const { desk, router } = await mountApp('/orders')
    desk.emit('menu.chosen', { action: 'show-insights' })
    await vi.waitFor(() => {
      expect(router.currentRoute.value.path).toBe('/insights')
    })
  })

  it('checks all open orders', async () => {
    const { desk } = await mountApp('/home')
    desk.emit('menu.chosen', { action: 'recheck-all' })
    await settle()
    expect(desk.callsOf('orders.recheck')).toEqual([{ orderId: null }])
  })

  it('does nothing before the history is open', async () => {
    const { desk, router } = await mountApp('/home', { state: { start: { kind: 'keychain-locked' } } })
    desk.emit('menu.chosen', { action: 'show-charge' })
    await settle()
    expect(router.currentRoute.value.path).toBe('/home')
  })
})

describe('a window that was loaded anew', () => {
  const counts = { total: 9, added: 2, known: 1, failed: 0 }

  it('shows the work that goes on or has failed, and lets a person stop it', async () => {
    const { desk } = await mountApp('/home', {}, (each) => {
      each.reply('adoptions.get', () => ({
        last: { ...counts, revision: 4, state: 'paused' as const, last: null },
      }))
      each.reply('imports.get', () => ({
        last: {
          ...{ revision: 7, state: 'running' as const, fileName: 'shop.xlsx', total: 9, added: 2, known: 1 },
          ...{ refused: 0, knownOrders: [], problem: null },
        },
      }))
    })
    const text = () => document.body.textContent
    expect(text()).toContain(messages.imports.strip.running({ file: 'shop.xlsx' }))
    expect(text()).toContain(messages.adoption.strip.paused)
    // The window does not know the lines of its list any more.
    expect(text()).not.toContain(messages.adoption.strip.details)
    button(messages.imports.strip.stop).click()
    await settle()
    expect(desk.callsOf('imports.stop')).toEqual([{}])
  })

  it('shows nothing of work that has come to its end', async () => {
    await mountApp('/home', {}, (desk) =>
      desk.reply('adoptions.get', () => ({
        last: { ...counts, revision: 9, state: 'done' as const, last: null },
      })),
    )
    expect(document.body.textContent).not.toContain(messages.adoption.strip.done({ count: 2 }))
  })
})
