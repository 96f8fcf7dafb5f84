import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { icons } from '../../../../src-renderer/components/controls/icons'
import StatusMark from '../../../../src-renderer/components/controls/StatusMark.vue'
import { statusWord } from '../../../../src-renderer/messages/status-text'
import type { StatusFamily } from '../../../../src-shared/domain/order-status'

function markOf(family: StatusFamily, word: string) {
  return mount(StatusMark, { props: { family, word } })
}

describe('the mark of a status', () => {
  it.each(['awaits cardholder', 'answer not sent', 'needs review'])(
    'is amber and not like "processing" for an order that waits for a person: %s',
    (word) => {
      const mark = markOf('open', word)
      expect(mark.classes()).toContain('unknown')
      expect(mark.text()).toBe(statusWord(word))
      expect(mark.get('svg').html()).not.toBe(markOf('open', 'processing').get('svg').html())
    },
  )

  it('has a different icon for an error and for a charge that was not sent', () => {
    const drawings = ['error', 'not sent', 'cancelled', 'refused'].map((word) =>
      markOf('error', word).get('svg').html(),
    )
    expect(new Set(drawings).size).toBe(3)
    expect(drawings[0]).toBe(drawings[3])
  })

  it('shows an unknown word of the gateway with the look of its family', () => {
    const mark = markOf('unknown', 'on_hold_by_bank')
    expect(mark.text()).toBe('on_hold_by_bank')
    expect(mark.classes()).toContain('unknown')
  })
})

describe('the icons', () => {
  it('are different for different meanings', () => {
    expect(new Set(Object.values(icons)).size).toBe(Object.keys(icons).length)
  })
})
