import { describe, expect, it } from 'vitest'
import { AppError, appErrorDescription } from '../../../src-shared/errors/app-error'

describe('an app error', () => {
  it('is described by code and details, without cause and stack', () => {
    const error = new AppError('gateway-rejected', { gatewayCode: '7' }, { cause: new Error('secret') })
    expect(error.describe()).toEqual({ code: 'gateway-rejected', details: { gatewayCode: '7' } })
    expect(appErrorDescription.parse(error.describe())).toEqual(error.describe())
    expect(JSON.stringify(error.describe())).not.toContain('secret')
  })

  it('has its code, and its reason if there is one, as its message', () => {
    expect(new AppError('locked').message).toBe('locked')
    expect(new AppError('not-allowed-now', { reason: 'already-sent' }).message).toBe(
      'not-allowed-now: already-sent',
    )
  })
})
