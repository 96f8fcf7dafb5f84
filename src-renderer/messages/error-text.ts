import type { AppErrorCode } from '../../src-shared/errors/app-error'
import type { StorageTrouble } from '../../src-shared/domain/storage-trouble'
import { messages, type Messages } from '.'

type ErrorText = Messages['errors']['codes'][AppErrorCode]

/** The text of an error: what happened, what is known, and what is safe to do now. */
export function errorText(code: AppErrorCode, reason?: string): ErrorText {
  const { byReason, codes, knownInTrouble } = messages.errors
  if (reason === undefined) return codes[code]
  const { trouble } = messages.storage
  if (isTrouble(reason))
    return { what: trouble[reason].what, known: knownInTrouble, safe: trouble[reason].way }
  return byReason[reason] ?? codes[code]
}

function isTrouble(reason: string): reason is StorageTrouble {
  return Object.hasOwn(messages.storage.trouble, reason)
}

/** The text of a reason; null for a reason that has none. */
export function errorReason(reason: string): string | null {
  return messages.errors.reasons[reason] ?? null
}
