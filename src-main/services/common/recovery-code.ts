import { AppError } from '../../../src-shared/errors/app-error'
import type { OpenStorage } from './storage-session'

/**
 * Real money and operators need a recovery code: without it a lost keychain or a forgotten PIN would close the history
 * for ever. Errors: `not-allowed-now`, reason `recovery-needed`.
 */
export async function requireRecoveryCode({ reader }: OpenStorage): Promise<void> {
  const { isRecoveryMade } = await reader.getState()
  if (!isRecoveryMade) throw new AppError('not-allowed-now', { reason: 'recovery-needed' })
}
