import { expect, it } from 'vitest'
import { rebillDraft } from '../../../scripts/lib/page-calls.mjs'
import { noRebillExtras, rebillDraft as schema } from '../../../src-shared/domain/charge-draft'

it('a rebill draft of a script omits the same values as the app’s form, and main accepts it', () => {
  const draft = rebillDraft({ cardId: '1', routeId: '4411', amount: '10.00' })
  expect(draft).toMatchObject(noRebillExtras)
  expect(schema.parse(draft)).toEqual(draft)
})
