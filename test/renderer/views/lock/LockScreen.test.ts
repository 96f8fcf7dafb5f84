import { afterEach, describe, expect, it } from 'vitest'
import { recoveryCodeBytes, recoveryCodeFrom } from '../../../../src-shared/domain/recovery-code'
import { messages } from '../../../../src-renderer/messages'
import { fieldProblemText } from '../../../../src-renderer/messages/field-text'
import { useLockStore } from '../../../../src-renderer/stores/lock'
import { button, field, mountApp, settle, type, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.operators
const codeLabel = messages.start.recoveryNeeded.codeLabel
const code = recoveryCodeFrom(new Uint8Array(recoveryCodeBytes).fill(7))

async function openLocked(hasRecoveryCode = true) {
  const opened = await mountApp('/home', {}, (desk) => {
    desk.lockState = {
      isLocked: true,
      operators: [{ operatorId: 'op1', name: 'Iva', waitMs: 0 }],
      lastId: 'op1',
      hasRecoveryCode,
      theme: 'system',
    }
  })
  await useLockStore(opened.pinia).refresh()
  await settle()
  return opened
}

async function press(name: string): Promise<void> {
  button(name).click()
  await settle()
}

async function typeReset(typed: { readonly code?: string; readonly pin?: string; readonly repeat?: string }) {
  await press(words.lock.forgot)
  type(field(codeLabel), typed.code ?? code)
  type(field(words.form.newPin), typed.pin ?? '830264')
  type(field(words.form.repeat), typed.repeat ?? '830264')
  await press(words.reset.save)
}

describe('the lock screen', () => {
  it('replaces a forgotten PIN with the recovery code, and opens the app', async () => {
    const { desk } = await openLocked()
    await typeReset({})
    expect(desk.callsOf('lock.resetPin')).toEqual([{ operatorId: 'op1', recoveryCode: code, pin: '830264' }])
    expect(document.querySelector('main.lock')).toBeNull()
  })

  it.each([
    ['a code that is too short', { code: 'A1B2C' }, 'wrong-length'],
    ['a simple PIN', { pin: '111111', repeat: '111111' }, 'pin-too-simple'],
    ['another PIN the second time', { repeat: '830265' }, 'pins-differ'],
  ] as const)('refuses %s before anything is sent', async (_, typed, problem) => {
    const { desk } = await openLocked()
    await typeReset(typed)
    expect(desk.callsOf('lock.resetPin')).toEqual([])
    expect(document.body.textContent).toContain(fieldProblemText(problem))
  })

  it('says under the field that a code does not fit, and keeps what was typed', async () => {
    const { desk } = await openLocked()
    desk.refuse('lock.resetPin', {
      code: 'validation-failed',
      details: { fields: { recoveryCode: 'does-not-fit' } },
    })
    await typeReset({})
    expect(document.body.textContent).toContain(fieldProblemText('does-not-fit'))
    expect(field(codeLabel).value).toBe(code)
    expect(document.querySelector('main.lock')).not.toBeNull()
  })

  it('says who can help when no recovery code was made', async () => {
    await openLocked(false)
    await press(words.lock.forgot)
    expect(document.body.textContent).toContain(words.reset.noCode)
    expect(() => field(codeLabel)).toThrow()
    await press(words.reset.back)
    expect(field(words.form.pin)).toBe(document.activeElement)
  })
})
