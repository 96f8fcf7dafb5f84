import { expect, it } from 'vitest'
import { rebillDraft } from '../../../scripts/lib/page-calls.mjs'
import { noRebillExtras, rebillDraft as schema } from '../../../src-shared/domain/charge-draft'

it('a rebill of a script leaves out what the app’s form leaves out, and is one that main takes', () => {
  const draft = rebillDraft({ cardId: '1', routeId: '4411', amount: '10.00' })
  expect(draft).toMatchObject(noRebillExtras)
  expect(schema.parse(draft)).toEqual(draft)
})
