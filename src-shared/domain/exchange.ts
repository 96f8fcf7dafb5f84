import { z } from 'zod'
import { factName } from './facts'
import { fields } from './fields'

/** The gateway's operations that this app calls; also the filter of the API log. */
export const gatewayOperation = z.enum([
  'create-card-ref',
  'create-card-ref-v4',
  'get-card-info',
  'make-rebill',
  'make-rebill-preauth',
  'status',
  'sale',
  'upload-method-url-result',
  'upload-cres-result',
  'upload-pares-result',
])
export type GatewayOperation = z.infer<typeof gatewayOperation>

/** How an exchange ended: with a readable answer, not sent, or sent without a readable answer. */
export const exchangeOutcome = z.enum(['answered', 'not-sent', 'no-readable-answer'])
export type ExchangeOutcome = z.infer<typeof exchangeOutcome>

/**
 * A field of a gateway answer. `isUnreadable`: the bytes are not valid text; `value` shows them, with `%XX` for
 * non-printable bytes.
 */
export const answerField = z.object({
  name: z.string(),
  value: z.string(),
  isUnreadable: z.literal(true).optional(),
})
export type AnswerField = Readonly<z.infer<typeof answerField>>

/** A field whose meaning was looked up. `fact` is missing when the app does not know the field. */
export const namedField = answerField.extend({ fact: factName.optional() })
export type NamedField = Readonly<z.infer<typeof namedField>>

/** One row of the API log. */
export const exchangeSummary = z.object({
  exchangeId: z.string(),
  atMs: z.number().int(),
  durationMs: z.number().int(),
  profileId: z.string(),
  operation: gatewayOperation,
  host: z.string(),
  path: z.string(),
  outcome: exchangeOutcome,
  httpStatus: z.number().int().nullable(),
  /** Value of `type` in the answer, unchanged. */
  answerType: z.string().nullable(),
  serialNumber: z.string().nullable(),
  orderId: z.string().nullable(),
  clientOrderId: z.string().nullable(),
  /** Short technical reason when there was no readable answer, e.g. `ECONNREFUSED`, `timeout`, `html-page`. */
  failure: z.string().nullable(),
})
export type ExchangeSummary = z.infer<typeof exchangeSummary>

/** The types with which the gateway refuses a request (interface, Errors). */
export const refusalTypes: readonly string[] = ['validation-error', 'error']

/** Filter of the API log; null = any. `search` matches ids, operation, address, response type and failure literally. */
export const exchangeQuery = z.strictObject({
  search: fields.searchText,
  /** Requests without a readable response, refused requests, and HTTP errors. A declined payment is no error. */
  errorsOnly: z.boolean(),
  outcome: exchangeOutcome.nullable(),
  operation: gatewayOperation.nullable(),
  /** Only requests since this time, in ms. */
  sinceMs: z.number().int().min(0).nullable(),
})
export type ExchangeQuery = z.infer<typeof exchangeQuery>

/** The query that finds every exchange. */
export const everyExchange: ExchangeQuery = {
  search: '',
  errorsOnly: false,
  outcome: null,
  operation: null,
  sinceMs: null,
}

/** A complete exchange with masked parameters and fields, for the order and the API log. */
export const exchangeView = exchangeSummary.extend({
  /** The sent parameters. Control, security code and card numbers are masked. */
  request: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Fields of the answer, line feeds removed, masked; empty without a readable answer. */
  answer: z.array(answerField),
  /** First kilobytes of an unreadable answer, masked, as text. */
  unreadableBody: z.string().nullable(),
})
export type ExchangeView = z.infer<typeof exchangeView>
