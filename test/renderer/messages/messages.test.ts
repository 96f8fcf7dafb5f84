import { describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { errorReason, errorText } from '../../../src-renderer/messages/error-text'
import { timelineTitle } from '../../../src-renderer/messages/timeline-text'
import { isKnownStatus, statusWord } from '../../../src-renderer/messages/status-text'
import { fieldProblemText, isKnownProblem } from '../../../src-renderer/messages/field-text'
import { chargeGuard, chargePreview, chargeState } from '../../../src-shared/domain/charge'
import { rebillDraft } from '../../../src-shared/domain/charge-draft'
import { exchangeOutcome, gatewayOperation } from '../../../src-shared/domain/exchange'
import { fields } from '../../../src-shared/domain/fields'
import { parseAmount } from '../../../src-shared/domain/money'
import { orderKind, orderSummary, timelineEntry } from '../../../src-shared/domain/order'
import { saleDraft } from '../../../src-shared/domain/sale-draft'
import { saleRules, saleSignedValue, uploadSignedValue } from '../../../src-shared/domain/sale-rules'
import { shownStatus, statusFamily } from '../../../src-shared/domain/order-status'
import { environment } from '../../../src-shared/domain/gateway-address'
import {
  connectionTest,
  profileInput,
  pollingStop,
  profileView,
  rebillControl,
  signingKeyView,
} from '../../../src-shared/domain/profile'
import { appErrorCode } from '../../../src-shared/errors/app-error'
import { fieldProblems } from '../../../src-shared/ipc/field-problems'

function isSpoken(text: string): boolean {
  return /\p{L}/u.test(text) && !text.includes('undefined')
}

describe('the message file', () => {
  it.each(appErrorCode.options)(
    'says for the error %s what happened, what is known and what is safe',
    (code) => {
      const text = errorText(code)
      expect([text.what, text.known, text.safe].every(isSpoken)).toBe(true)
    },
  )

  const noLimit = { limit: '', used: '', managers: 'none' }
  const limit = { limit: '100.00 EUR', used: '20.00 EUR', managers: 'Iva' }

  it.each(chargeGuard.shape.code.options)('has a text for the guard %s', (code) => {
    expect(isSpoken(messages.charge.guards[code]({ when: '', isTimed: false, count: 0, ...noLimit }))).toBe(
      true,
    )
    expect(
      isSpoken(messages.charge.guards[code]({ when: '3 min ago', isTimed: true, count: 30, ...limit })),
    ).toBe(true)
  })

  it.each(timelineEntry.shape.kind.options)(
    'has a text for the entry %s, with and without a person',
    (kind) => {
      expect(isSpoken(timelineTitle(kind, null))).toBe(true)
      expect(isSpoken(timelineTitle(kind, 'A. Berg'))).toBe(true)
    },
  )

  it.each(chargeState.options)('has a word for the charge state %s', (state) => {
    expect(
      isKnownStatus(
        shownStatus({ chargeState: state, status: null, isControlRefused: false, alert: null }).word,
      ),
    ).toBe(true)
  })

  it('shows a status outside of the interface as the gateway wrote it', () => {
    expect(statusWord('on_hold_by_bank')).toBe('on_hold_by_bank')
  })

  it('covers every closed list that a screen looks up, and nothing else', () => {
    const lists: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
      [messages.status.families, statusFamily.options],
      [messages.orders.kinds, orderKind.options],
      [messages.orders.alerts, orderSummary.shape.alert.unwrap().options],
      [messages.log.operations, gatewayOperation.options],
      [messages.log.outcomes, exchangeOutcome.options],
      [messages.frame.environmentTag, environment.options],
      [messages.frame.environmentName, environment.options],
      [messages.frame.environmentExplained, environment.options],
      [messages.settings.testOutcomes, connectionTest.shape.outcome.options],
      [messages.settings.form.controls, rebillControl.options],
      [messages.charge.sale.formula, chargePreview.shape.controlSource.options],
      [messages.charge.sale.presences, saleDraft.shape.presence.options],
      [messages.settings.saleRules.saleValues, saleSignedValue.options],
      [messages.settings.saleRules.uploadValues, uploadSignedValue.options],
      [messages.settings.saleRules.uploadRoutes, saleRules.shape.uploadRoute.options],
      [messages.settings.signingKey.states, signingKeyView.shape.state.options],
      [messages.settings.signingKey.origins, signingKeyView.shape.origin.options],
      [messages.settings.profiles.secret, profileView.shape.secret.options],
      [messages.frame.troubles.stops, pollingStop.shape.reason.options],
    ]
    for (const [texts, keys] of lists) expect(Object.keys(texts).sort()).toEqual([...keys].sort())
  })
})

const badValues = [
  '',
  ' ',
  'a\nb',
  'a\u0001b',
  '\ud800',
  '4111 1111 1111 1111',
  'x'.repeat(70_000),
  'with space',
  'ümlaut',
  '1.2.3',
  'ftp://x',
  'https://user:word@host.example',
  '12345',
  'XYZ',
  '\u200b',
]

describe('the texts of field problems', () => {
  it.each(Object.entries(fields))('cover whatever the field %s refuses', (_name, schema) => {
    const keys = badValues.flatMap((value) => {
      const parsed = schema.safeParse(value)
      return parsed.success ? [] : Object.values(fieldProblems(parsed.error))
    })
    expect(keys.filter((key) => !isKnownProblem(key))).toEqual([])
  })

  it('cover whatever the amount parser refuses', () => {
    const texts = ['', 'x', '1.234', '0', '99999999999', '1e3', '-1', '1,00']
    const keys = texts.flatMap((text) => {
      const parsed = parseAmount(text, 'EUR')
      return parsed.ok ? [] : [parsed.error]
    })
    const unknownCurrency = parseAmount('1', 'XXX')
    expect(keys).toHaveLength(texts.length)
    expect(
      unknownCurrency.ok ? [] : [...keys, unknownCurrency.error].filter((key) => !isKnownProblem(key)),
    ).toEqual([])
  })

  it('cover whatever whole forms refuse, empty and of the wrong kind', () => {
    for (const schema of [rebillDraft, saleDraft, profileInput])
      for (const value of [{}, { surplus: 1 }, { name: 7, routes: [], amount: 7 }]) {
        const parsed = schema.safeParse(value)
        const keys = parsed.success ? [] : Object.values(fieldProblems(parsed.error))
        expect(keys).not.toEqual([])
        expect(keys.filter((key) => !isKnownProblem(key))).toEqual([])
      }
  })

  it('speak for a key that nobody has written a text for', () => {
    expect(isSpoken(fieldProblemText('something-new'))).toBe(true)
  })
})

describe('the reasons of failures', () => {
  it.each(['gateway-paused', 'charge-unresolved'])(
    'have a text for the guard %s, which can block',
    (code) => {
      expect(isSpoken(errorReason(`blocked-by-${code}`) ?? '')).toBe(true)
    },
  )
})
