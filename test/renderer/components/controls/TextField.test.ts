import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import TextField from '../../../../src-renderer/components/controls/TextField.vue'
import { refuseCardNumber } from '../../../../src-shared/domain/card-number-guard'
import { fieldProblemText } from '../../../../src-renderer/messages/field-text'
import { field, type, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const refused = fieldProblemText('card-number')

function mountField(more: Record<string, unknown> = {}) {
  return mount(TextField, { attachTo: document.body, props: { modelValue: '', label: 'Note', ...more } })
}

describe('a text field', () => {
  it.each([
    ['plain', '4111111111111111'],
    ['with spaces', '4111 1111 1111 1111'],
    ['with dashes', '4111-1111-1111-1111'],
    ['in a sentence', 'her card is 4111 1111 1111 1111 ok'],
    ['in full-width digits', '４１１１１１１１１１１１１１１１'],
    ['split by zero-width characters', '4111\u200b1111\u200b1111\u200b1111'],
    ['inside a web address', 'https://x.example/?pan=4111111111111111'],
  ])('rejects a card number %s with a message and keeps none of it (S15)', async (_how, text) => {
    const mounted = mountField()
    type(field('Note'), text)
    await mounted.vm.$nextTick()
    expect(mounted.text()).toContain(refused)
    const [kept] = mounted.emitted('update:modelValue')?.at(-1) as [string]
    expect(kept.replace(/\D/g, '')).not.toContain('4111')
  })

  it('rejects the digit that completes a card number', async () => {
    const mounted = mountField({ modelValue: '411111111111111' })
    type(field('Note'), '4111111111111111')
    await mounted.vm.$nextTick()
    expect(mounted.emitted('update:modelValue')).toEqual([['']])
  })

  it('keeps the text around a rejected number', () => {
    expect(refuseCardNumber('call back, 4111 1111 1111 1111, urgent')).toBe('call back, , urgent')
  })

  it.each(['1152735103331642317', '254401001128200040', '0012345', '6684100'])('accepts the id %s', (id) => {
    expect(refuseCardNumber(id)).toBeNull()
  })

  it('keeps the text that an input method is composing when the field is rendered again (A11)', async () => {
    const mounted = mountField({ modelValue: 'Iva ' })
    const input = field('Note')
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    await mounted.vm.$nextTick()
    type(input, 'Iva たな')
    await mounted.setProps({ problem: 'required' })
    await mounted.setProps({ problem: null, hint: 'As on the card' })
    expect(input.value).toBe('Iva たな')
    expect(mounted.emitted('update:modelValue')).toBeUndefined()
    type(input, 'Iva 田中')
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    expect(mounted.emitted('update:modelValue')?.at(-1)).toEqual(['Iva 田中'])
  })

  it('clears the message with the next input', async () => {
    const mounted = mountField()
    type(field('Note'), '4111111111111111')
    type(field('Note'), 'hello')
    await mounted.vm.$nextTick()
    expect(mounted.text()).not.toContain(refused)
    expect(mounted.emitted('update:modelValue')?.at(-1)).toEqual(['hello'])
  })

  it('links its problem to the input for screen readers', () => {
    const mounted = mountField({ problem: 'required' })
    const input = field('Note')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Fill in “Note”.',
    )
    expect(mounted.get('[role="alert"]').text()).toBe('Fill in “Note”.')
  })

  it('shows the used length when the limit is near', async () => {
    const mounted = mountField({ limit: { kind: 'bytes', max: 10 }, modelValue: 'žžž' })
    expect(mounted.text()).toContain('6 / 10 bytes')
    await mounted.setProps({ modelValue: 'ab' })
    expect(mounted.text()).not.toContain('bytes')
  })
})
