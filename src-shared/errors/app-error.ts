import { z } from 'zod'
import type { FieldProblem, RefusalReason } from './refusal-reason'

/**
 * All error codes of the app. A declined, filtered or waiting order is a status, not an error.
 * `gateway-unreachable`: nothing was sent. `gateway-outcome-unknown`: sent without a readable answer.
 */
export const appErrorCode = z.enum([
  'validation-failed',
  'not-found',
  'not-allowed-now',
  'gateway-unreachable',
  'gateway-outcome-unknown',
  'gateway-rejected',
  'gateway-auth-failed',
  'gateway-protocol',
  'secret-missing',
  'secret-store-locked',
  'secret-store-unavailable',
  'storage-failed',
  'storage-too-new',
  'simulator-unavailable',
  'offline',
  'locked',
  'cancelled',
  'internal',
])
export type AppErrorCode = z.infer<typeof appErrorCode>

/** Details of an error. Contains field names and the gateway's texts, never a value that could be secret. */
export const appErrorDetails = z.object({
  /** Field path -> message key or short reason; never the refused value. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Machine-readable reason, a key of the message files. */
  reason: z.string().max(80).optional(),
  /** The gateway's unchanged error code. */
  gatewayCode: z.string().max(64).optional(),
  /** The gateway's message, cut to the limit. */
  gatewayMessage: z.string().max(500).optional(),
  /** Serial number of the request, which the gateway's support asks for. */
  serialNumber: z.string().max(64).optional(),
  httpStatus: z.number().int().optional(),
  /** Gateway's clock minus ours in ms, when the difference may be the cause. */
  clockSkewMs: z.number().int().optional(),
  profileName: z.string().max(128).optional(),
  correlationId: z.string().max(64).optional(),
})
export type AppErrorDetails = z.infer<typeof appErrorDetails>

/** The form of an error that is sent to the window. */
export const appErrorDescription = z.object({ code: appErrorCode, details: appErrorDetails })
export type AppErrorDescription = z.infer<typeof appErrorDescription>

/** Codes with which a person is refused something: their reason is shown. */
type RefusalCode = 'not-found' | 'not-allowed-now' | 'cancelled'

/** The only error class of the app. The code tells the kind of the error. */
export class AppError extends Error {
  readonly code: AppErrorCode
  readonly details: AppErrorDetails

  constructor(
    code: RefusalCode,
    details?: AppErrorDetails & { reason?: RefusalReason | undefined },
    options?: ErrorOptions,
  )
  constructor(
    code: 'validation-failed',
    details?: AppErrorDetails & { fields?: Readonly<Record<string, FieldProblem>> | undefined },
    options?: ErrorOptions,
  )
  constructor(
    code: Exclude<AppErrorCode, RefusalCode | 'validation-failed'>,
    details?: AppErrorDetails,
    options?: ErrorOptions,
  )
  constructor(code: AppErrorCode, details: AppErrorDetails = {}, options?: ErrorOptions) {
    super(details.reason === undefined ? code : `${code}: ${details.reason}`, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  /** An error that was described elsewhere, by another thread or by the schema of the database. */
  static from({ code, details }: AppErrorDescription, options?: ErrorOptions): AppError {
    return new AppError(code as 'internal', details, options)
  }

  /** The part that may be sent to the window. */
  describe(): AppErrorDescription {
    return { code: this.code, details: this.details }
  }
}

/** The reason of an `internal` error for a stored record of another shape. The window has a text for it. */
export const unreadableRow = 'unreadable-row'

/** True when the record is there but cannot be read. Trying again does not help. */
export function isUnreadableRow(error: unknown): boolean {
  return error instanceof AppError && error.details.reason === unreadableRow
}
