import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { errorText } from '../../../../src-renderer/messages/error-text'
import { mountApp, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

describe('an order that cannot be read', () => {
  it('says what happened, what is known and what is safe, with the log reference', async () => {
    const details = { reason: 'unreadable-row', correlationId: '7d0c9f1e' }
    await mountApp('/orders/o-1', {}, (desk) => {
      desk.refuse('orders.get', { code: 'internal', details })
    })
    const notice = document.querySelector('[role="alert"]')?.textContent
    const { what, known, safe } = errorText('internal', 'unreadable-row')
    expect(what).not.toBe(errorText('internal').what)
    for (const text of [what, known, safe, messages.errors.correlation({ id: '7d0c9f1e' })])
      expect(notice).toContain(text)
    expect(notice).not.toContain('exchange')
    expect(document.querySelector('[data-testid="order-status"]')).toBeNull()
  })
})
