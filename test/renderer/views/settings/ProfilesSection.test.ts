import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { defaultSaleRules } from '../../../../src-shared/domain/sale-rules'
import { liveProfile, profile } from '../../../support/view-data'
import {
  button,
  chooseInMenu,
  field,
  mountApp,
  settle,
  type,
  unmountAfterEach,
} from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.settings.profiles
const menu = words.actionsFor({ name: 'Shop EU' })

function notes(): string[] {
  return [...document.querySelectorAll('[role="status"]')].map((each) => each.textContent.trim())
}

describe('the list of profiles', () => {
  it('edits a profile from its menu, and the focus returns to the menu', async () => {
    await mountApp('/settings/profiles')
    await chooseInMenu(menu, words.edit)
    expect(field(messages.settings.form.name).value).toBe('Shop EU')
    expect(document.activeElement).toBe(field(messages.settings.form.name))
    button(messages.common.cancel).click()
    await settle()
    expect(document.activeElement?.getAttribute('aria-label')).toBe(menu)
  })

  it('announces a connection test, and then its result', async () => {
    const { desk } = await mountApp('/settings/profiles')
    let finish: () => void = () => undefined
    const finished = new Promise<void>((resolve) => (finish = resolve))
    desk.reply('profiles.test', async () => {
      await finished
      return { ...works, outcome: 'works' }
    })
    await chooseInMenu(menu, words.test)
    expect(notes()).toContain(words.testing)
    finish()
    await settle()
    expect(notes().join()).toContain(messages.settings.testOutcomes.works.title)
    expect(notes()).not.toContain(words.testing)
  })

  it('removes a profile only after a confirmation, and says so beside the list', async () => {
    const { desk } = await mountApp('/settings/profiles')
    await chooseInMenu(menu, words.remove)
    expect(desk.callsOf('profiles.remove')).toEqual([])
    button(words.removeConfirm).click()
    await settle()
    expect(desk.callsOf('profiles.remove')).toEqual([{ profileId: 'p-live' }])
    expect(notes()).toContain(words.removed)
  })
})

const works = {
  durationMs: 12,
  serialNumber: null,
  gatewayCode: null,
  gatewayMessage: null,
  failure: null,
  httpStatus: 200,
  clockSkewMs: null,
}

const { unreadable } = words

const withoutRoutes = { ...liveProfile, routes: null }
const withoutRules = { ...liveProfile, saleRules: null }

/** The window while the active live profile cannot be read. */
function open(path: string, damaged: typeof withoutRoutes | typeof withoutRules = withoutRoutes) {
  return mountApp(path, {
    state: { profiles: [profile()], unreadableProfiles: [damaged], activeProfileId: 'p-live' },
  })
}

const lineOf = (name: string) => {
  const line = [...document.querySelectorAll('main li')].find((each) => each.textContent.includes(name))
  if (line === undefined) throw new Error(`no profile ${name}`)
  return line
}
const choicesOf = async (name: string) => {
  document.querySelector<HTMLElement>(`button[aria-label="${words.actionsFor({ name })}"]`)?.click()
  await settle()
  return [...document.querySelectorAll('[role="menuitem"]')].map((each) => each.textContent.trim())
}

describe('a profile that cannot be read', () => {
  it.each([
    ['its endpoints', withoutRoutes, unreadable.parts.routes, unreadable.parts.saleRules],
    ['its rules for card payments', withoutRules, unreadable.parts.saleRules, unreadable.parts.routes],
  ])('stays in the list and says that %s are unreadable', async (_, damaged, told, untold) => {
    await open('/settings/profiles', damaged)
    const text = lineOf('Shop EU').textContent
    for (const part of [unreadable.title, told, unreadable.text, words.inUse]) expect(text).toContain(part)
    expect(text).not.toContain(untold)
    expect(await choicesOf('Shop EU')).toEqual([words.edit, words.remove])
  })

  it('is saved again with what is still known, once its endpoint is entered', async () => {
    const { desk } = await open('/settings/profiles')
    await chooseInMenu(menu, words.edit)
    expect(document.body.textContent).toContain(unreadable.form)
    button(messages.settings.form.save).click()
    await settle()
    expect(desk.callsOf('profiles.save')).toEqual([])
    type(field(messages.settings.form.routeId), '4411')
    type(field(messages.settings.form.routeCurrency), 'EUR')
    await settle()
    button(messages.settings.form.save).click()
    await settle()
    expect(desk.callsOf('profiles.save')).toMatchObject([
      {
        controlKey: '',
        profile: {
          ...{ profileId: 'p-live', name: 'Shop EU', login: 'ShopEU' },
          routes: [{ kind: 'endpoint', id: '4411', currency: 'EUR' }],
          saleRules: liveProfile.saleRules,
        },
      },
    ])
  })

  it('starts with the rules of a new profile: typed cards are off in a live one', async () => {
    const { desk } = await open('/settings/profiles', withoutRules)
    await chooseInMenu(menu, words.edit)
    button(messages.settings.form.save).click()
    await settle()
    const saleRules = { ...defaultSaleRules('production'), acceptsCards: false }
    expect(desk.callsOf('profiles.save')).toMatchObject([{ profile: { saleRules } }])
  })

  it('is removed after a confirmation', async () => {
    const { desk } = await open('/settings/profiles')
    await chooseInMenu(menu, words.remove)
    button(words.removeConfirm).click()
    await settle()
    expect(desk.callsOf('profiles.remove')).toEqual([{ profileId: 'p-live' }])
  })

  it('keeps its environment on every screen, and is named on Home and in the status bar', async () => {
    await open('/home')
    const { unreadableTitle, unreadableText, unreadableShort } = messages.frame.troubles
    expect(document.querySelector('.stripe.production .tag')?.textContent).toBe('LIVE - Shop EU')
    expect(document.title).toContain('LIVE - Shop EU')
    expect(document.querySelector('main')?.textContent).toContain(unreadableTitle({ profile: 'Shop EU' }))
    expect(document.querySelector('main')?.textContent).toContain(unreadableText)
    expect(document.querySelector('footer')?.textContent).toContain(unreadableShort({ profile: 'Shop EU' }))
  })

  it('cannot be chosen in the profile switch', async () => {
    await open('/home')
    const options = [...document.querySelectorAll('option')]
    const option = options.find((each) => each.value === 'p-live')
    expect(option).toMatchObject({ disabled: true, selected: true })
    expect(option?.textContent.trim()).toBe(messages.frame.nav.unreadableProfile({ name: 'Shop EU' }))
  })
})
