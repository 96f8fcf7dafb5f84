import { z } from 'zod'
import { csvSeparator } from './order-export'
import { fields } from './fields'

/** Lines and characters of one pasted list. */
export const maxAdoptionLines = 2000
export const maxAdoptionText = 300_000

/** Which columns of a pasted list hold the ids, counted from 0. */
export const adoptionColumns = z.strictObject({
  clientOrderId: z.number().int().min(0).max(200),
  /** Null = the list has none. */
  gatewayOrderId: z.number().int().min(0).max(200).nullable(),
  /** The first line has titles. */
  hasTitles: z.boolean(),
})
export type AdoptionColumns = z.infer<typeof adoptionColumns>

export const adoptionRequest = z.strictObject({
  /** Ids line by line, or lines of CSV or of a spreadsheet. */
  text: z.string().max(maxAdoptionText),
  /** Missing = found out from the text. */
  columns: adoptionColumns.optional(),
  routeId: fields.routeId,
})
export type AdoptionRequest = z.infer<typeof adoptionRequest>

/**
 * What will happen to a line. `repeated`: an earlier line has the same ids. `known`: the order is in the history, or an
 * order of this client order ID whose gateway order ID is not known yet.
 */
export const adoptionVerdict = z.enum(['add', 'known', 'repeated', 'invalid'])
export type AdoptionVerdict = z.infer<typeof adoptionVerdict>

export const adoptionLine = z.object({
  /** Counted from 1, as in the pasted text. */
  line: z.number().int(),
  clientOrderId: z.string(),
  gatewayOrderId: z.string(),
  verdict: adoptionVerdict,
  /** Message key of the problem of an invalid line. */
  problem: z.string().nullable(),
})
export type AdoptionLine = z.infer<typeof adoptionLine>

/** What a pasted list would do. Nothing is stored and nothing is asked for it. */
export const adoptionPreview = z.object({
  separator: csvSeparator.nullable(),
  /** A name for each column: its title, or its value in the first line. */
  titles: z.array(z.string()),
  columns: adoptionColumns,
  lines: z.array(adoptionLine),
  /** The text has more lines than one list may have. The rest is left out. */
  isCut: z.boolean(),
})
export type AdoptionPreview = z.infer<typeof adoptionPreview>

export const adoptionResult = z.object({
  line: z.number().int(),
  outcome: z.enum(['added', 'known', 'failed']),
  /** Of the added order. */
  orderId: z.string().nullable(),
})
export type AdoptionResult = z.infer<typeof adoptionResult>

/** A run that adds the orders of a list, one after the other. It lives until the app ends. */
export const adoptionView = z.object({
  revision: z.number().int(),
  /** `paused`: the person or a failed write has stopped it, and only the person continues it. */
  state: z.enum(['running', 'paused', 'stopped', 'done']),
  total: z.number().int(),
  added: z.number().int(),
  known: z.number().int(),
  failed: z.number().int(),
  /** The newest result; null before the first. */
  last: adoptionResult.nullable(),
})
export type AdoptionView = z.infer<typeof adoptionView>
