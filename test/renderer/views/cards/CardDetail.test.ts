import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { card } from '../../../support/view-data'
import {
  fakeTimeouts,
  passTime,
  field,
  mountApp,
  settle,
  type,
  unmountAfterEach,
} from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.cards
const full = card(0, {
  unqCardRefId: 'U-1',
  recurringPaymentId: 'R-77001',
  dstCardRefId: 'D-88002',
  cardHashId: 'H-1',
})

async function openCard(others: readonly ReturnType<typeof card>[] = []) {
  return mountApp('/cards/card-0', { cardCount: 0 }, (desk) => {
    for (const each of [full, ...others]) desk.cards.set(each.cardId, each)
  })
}

function linesOf(label: string): string[] {
  return [...document.querySelectorAll(`ul[aria-label="${label}"] li`)].map((each) => each.textContent)
}

describe('the tokens of a card', () => {
  it('are shown with value and purpose', async () => {
    await openCard()
    const lines = linesOf(words.tokens)
    expect(lines).toHaveLength(5)
    for (const [kind, value] of [
      ['cardRefId', full.cardRefId],
      ['unqCardRefId', 'U-1'],
      ['recurringPaymentId', 'R-77001'],
      ['dstCardRefId', 'D-88002'],
      ['cardHashId', 'H-1'],
    ] as const) {
      const line = lines.find((each) => each.startsWith(words.tokenKinds[kind].name))
      expect(line).toContain(value)
      expect(line).toContain(words.tokenKinds[kind].purpose)
    }
  })

  it('explain how to get a missing one', async () => {
    await mountApp('/cards/card-0', { cardCount: 0 }, (desk) => {
      const bare = { unqCardRefId: null, recurringPaymentId: null, dstCardRefId: null, cardHashId: null }
      desk.cards.set('card-0', card(0, bare))
    })
    expect(linesOf(words.tokens)).toHaveLength(1)
    const text = linesOf(words.missingTokens({ count: 4 })).join('\n')
    for (const kind of ['unqCardRefId', 'recurringPaymentId', 'dstCardRefId', 'cardHashId'] as const)
      expect(text).toContain(words.tokenKinds[kind].missing)
    expect(document.body.textContent).toContain(words.tokensHint)
  })

  it('have copy buttons with their own names', async () => {
    const { desk } = await openCard()
    document
      .querySelector<HTMLButtonElement>(
        `button[aria-label="${messages.common.copyWhat({ what: words.tokenKinds.dstCardRefId.name })}"]`,
      )
      ?.click()
    await settle()
    expect(desk.callsOf('clipboard.copy')).toEqual([{ text: 'D-88002' }])
  })
})

describe('the twins of a card', () => {
  it('are found by the unique id and by the card hash, and linked', async () => {
    await openCard([
      card(1, { unqCardRefId: 'U-1', cardHashId: null, cardRefId: '990001' }),
      card(2, { unqCardRefId: null, cardHashId: 'H-1', cardRefId: '990002' }),
      card(3, { unqCardRefId: 'U-2', cardHashId: 'H-2', cardRefId: '990003' }),
      card(4, { unqCardRefId: null, cardHashId: null, cardRefId: '990004' }),
    ])
    const section = [...document.querySelectorAll('section')].find((each) =>
      each.textContent.startsWith(words.twins),
    )
    expect([...(section?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/cards/card-1', '/cards/card-2']),
    )
    expect(section?.querySelectorAll('a')).toHaveLength(2)
  })

  it('are not shown for a card without known details', async () => {
    await mountApp('/cards/card-0', { cardCount: 0 }, (desk) => {
      for (const index of [0, 1]) desk.cards.set(`card-${index}`, card(index, { unqCardRefId: null }))
    })
    expect(document.body.textContent).not.toContain(words.twins)
  })
})

describe('the search of the cards', () => {
  it.each(['R-77001', 'D-88002', 'H-1', 'U-1', full.cardRefId])(
    'finds a card by its token %s',
    async (token) => {
      await openCard([card(1)])
      const box = document.querySelector<HTMLInputElement>(`input[aria-label="${words.search}"]`)
      type(box ?? field(words.search), token)
      await passTime(200)
      const names = [...document.querySelectorAll('[role="row"][aria-label], [role="option"]')].map((each) =>
        each.getAttribute('aria-label'),
      )
      expect(names.filter((name) => name?.includes('Marta'))).toHaveLength(1)
      expect(names.filter((name) => name?.includes('Jon'))).toHaveLength(0)
    },
  )
})
