import { fail, ok, type Result } from '../../../src-shared/util/result'

/** Problems of a typed expiry date; keys of the messages. */
export type ExpiryProblem = 'required' | 'not-an-expiry' | 'not-a-month'

/** Parses an expiry date as typed: `04/28`, `4/2028`, `0428`, `04 28` or `042028`. */
export function parseExpiry(text: string): Result<{ month: number; year: number }, ExpiryProblem> {
  const typed = text.trim()
  if (typed === '') return fail('required')
  const match =
    /^([0-9]{1,2})\s*[/\-. ]\s*((?:20)?[0-9]{2})$/.exec(typed) ?? /^([0-9]{2})((?:20)?[0-9]{2})$/.exec(typed)
  if (match === null) return fail('not-an-expiry')
  const month = Number(match[1])
  const year = Number(match[2])
  if (month < 1 || month > 12) return fail('not-a-month')
  return ok({ month, year: year < 100 ? 2000 + year : year })
}
