import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import ExchangePanes from '../../../../src-renderer/views/shared/ExchangePanes.vue'
import { exchangeText } from '../../../../src-renderer/views/shared/exchange-text'
import { messages } from '../../../../src-renderer/messages'
import { exchange } from '../../../support/view-data'

describe('an unreadable value of an answer (B10)', () => {
  const answer = [
    { name: 'status', value: 'approved' },
    { name: 'name', value: '%C8%E2', isUnreadable: true as const },
  ]

  it('is marked next to its bytes in the log and in the copy for support', () => {
    const kept = { ...exchange(1), answer }
    const rows = mount(ExchangePanes, { props: { exchange: kept } }).text()
    expect(rows).toContain(`%C8%E2 (${messages.log.unreadableValue})`)
    expect(exchangeText(kept, 'now')).toContain(`name=%C8%E2 (${messages.log.unreadableValue})`)
    expect(exchangeText(kept, 'now')).toContain('status=approved\n')
  })
})
