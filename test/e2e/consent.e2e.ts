import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { confirmationOf, rebillDraft } from '../../scripts/lib/page-calls.mjs'
import { messages } from '../../src-renderer/messages'
import { everyOrder } from '../../src-shared/domain/order-query'
import { openAlbum } from './support/album'
import { get, openApp } from './support/app-calls'
import { addOperator, consentWindow, decline, liveCard, release } from './support/consent'
import { typeInto } from './support/person'
import { button, field, openScreen } from './support/walk'

it('S33: a charge of a live profile is sent only after it was released in a window of main, by keyboard', async () => {
  const { app, page, close } = await openApp()
  const album = await openAlbum(page, 'consent')
  const cardId = await liveCard(app, page, album)

  await openScreen(page, `/cards/${cardId}`)
  await button(page, 'Charge card').click()
  await typeInto(field(page, 'Amount'), '1238.86')
  await typeInto(field(page, 'Description'), 'Monthly plan, December')
  await button(page, 'Review').click()
  await button(page, /^Charge 1,238.86 EUR/).waitFor()

  await page.keyboard.press('Control+Enter')
  const question = await consentWindow(app)
  expect(await question.getByRole('heading').innerText()).toBe('Charge this card?')
  expect(await question.locator('.total').innerText()).toBe('1,238.86 EUR')
  expect(await question.locator('dd').allInnerTexts()).toContain('Monthly plan, December')
  // For a screen reader. The page runs no script, so axe cannot run here; its rules are checked in the unit tests.
  expect(await question.locator('body').ariaSnapshot()).toContain(
    ['- heading "Charge this card?" [level=1]', '  - paragraph: 1,238.86 EUR'].join('\n'),
  )
  await album.take('charge', question)
  await decline(app)
  await page.getByText('You did not release it.').waitFor()
  expect([question.isClosed(), await orders(page)]).toEqual([true, 0])
  // This takes longer than the second in which nothing else is asked.
  await album.take('declined')

  await page.keyboard.press('Control+Enter')
  const early = await consentWindow(app)
  // A key that was meant for the page before is not taken.
  await early.keyboard.press('Enter')
  expect([early.isClosed(), await orders(page)]).toEqual([false, 0])
  await decline(app)
  // A "no" also answers what is asked within the next second.
  await page.waitForTimeout(1000)

  await page.keyboard.press('Control+Enter')
  const again = await consentWindow(app)
  await again.keyboard.press('Tab')
  expect(await again.locator(':focus').innerText()).not.toBe('Charge 1,238.86 EUR')
  await again.keyboard.press('Shift+Tab')
  expect(await again.locator(':focus').innerText()).toBe('Charge 1,238.86 EUR')
  expect(await release(app)).toBe('Charge this card?')
  // Nobody answers at this address, so the charge is proven not sent.
  await page.waitForURL(/#\/orders\/[^/]+$/)
  expect(await orders(page)).toBe(1)
  expect(album.objections).toEqual([])
  await close()
})

it('S33: a page that was taken over cannot release a charge, also not with many calls', async () => {
  const { app, page, close } = await openApp()
  const cardId = await liveCard(app, page)
  const drafts = Array.from({ length: 5 }, (_, index) =>
    rebillDraft({ cardId, routeId: '9001', amount: `${index + 1}.00`, description: 'Planted' }),
  )
  const previews = []
  for (const draft of drafts) previews.push(await get(page, 'charges.prepare', { draft }))
  const attack = page.evaluate(
    async (confirmations) => {
      const bridge = (
        globalThis as unknown as { desk: { call(name: string, input: unknown): Promise<unknown> } }
      ).desk
      const press = () => {
        for (const type of ['keydown', 'keypress', 'keyup'])
          // eslint-disable-next-line no-restricted-syntax -- A hostile script, not a person.
          document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true }))
      }
      const keys = setInterval(press, 20)
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          bridge.call('charges.confirm', confirmations[index % confirmations.length]),
        ),
      )
      clearInterval(keys)
      return replies
    },
    previews.map((preview) => confirmationOf(preview)),
  )
  await consentWindow(app)
  await page.waitForTimeout(3000)
  expect(app.windows().length).toBe(2)
  expect(await orders(page)).toBe(0)
  await decline(app)
  const replies = await attack
  expect(replies.filter((reply) => (reply as { ok: boolean }).ok)).toEqual([])
  expect(await orders(page)).toBe(0)
  await close()
})

it('S33: the amount and the PIN of a second person are typed in the window of main, by keyboard', async () => {
  const { app, page, close } = await openApp()
  const album = await openAlbum(page, 'consent')
  const cardId = await liveCard(app, page)
  const { profiles } = await get(page, 'appState.get', {})
  const saveLimits = async (safetyLevel: 'typed' | 'second-person', ownPin: string) => {
    const saving = get(page, 'limits.save', {
      ...{ profileId: profiles[0]?.profileId ?? '', safetyLevel, limits: [], ownPin },
    })
    expect(await release(app)).toBe('Save these limits?')
    await saving
  }
  const review = async () => {
    await openScreen(page, `/cards/${cardId}`)
    await button(page, 'Charge card').click()
    await typeInto(field(page, 'Amount'), '49.00')
    await typeInto(field(page, 'Description'), 'Monthly plan, December')
    await button(page, 'Review').click()
    await button(page, /^Charge 49.00 EUR/).waitFor()
    await page.keyboard.press('Control+Enter')
  }

  await saveLimits('typed', '')
  await review()
  await consentWindow(app)
  await release(app, '48.00')
  const refused = await consentWindow(app)
  await refused.getByRole('alert').getByText('This is not the amount of the charge.').waitFor()
  await album.take('typed-amount', refused)
  await release(app, '49.00')
  await page.waitForURL(/#\/orders\/[^/]+$/)
  expect(await orders(page)).toBe(1)

  await addOperator(app, page, { name: 'Iva Novak', pin: '274915', ownPin: '' })
  await addOperator(app, page, { name: 'Ben Okafor', pin: '830264', ownPin: '274915' })
  await saveLimits('second-person', '274915')
  await review()
  const question = await consentWindow(app)
  expect(await question.getByRole('combobox', { name: 'Second person' }).innerText()).toBe('Ben Okafor')
  await album.take('second-person', question)
  await release(app, '274915')
  const again = await consentWindow(app)
  await again.getByRole('alert').getByText('This PIN is not right.').waitFor()
  await release(app, '830264')
  await page.waitForURL(/#\/orders\/[^/]+$/)
  await expect.poll(() => orders(page)).toBe(2)
  await page.getByText('Ben Okafor').first().waitFor()

  // A question that stays open while everybody is away could be answered by anybody.
  await review()
  const unattended = await consentWindow(app)
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('lock-screen')
  })
  await expect.poll(() => unattended.isClosed()).toBe(true)
  await button(page, messages.operators.lock.unlock).waitFor()
  const { operators } = await get(page, 'lock.get', {})
  await get(page, 'lock.unlock', {
    ...{ operatorId: operators.find(({ name }) => name === 'Iva Novak')?.operatorId ?? '', pin: '274915' },
  })
  expect(await orders(page)).toBe(2)
  await close()
})

async function orders(page: Page): Promise<number> {
  return (await get(page, 'orders.list', { query: everyOrder, cursor: null, limit: 10 })).rows.length
}
