import { z } from 'zod'
import { orderQuery } from './order-query'

export const exportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof exportFormat>

/** Separators of the cells of a CSV file. */
export const csvSeparator = z.enum([',', ';', '\t'])
export type CsvSeparator = z.infer<typeof csvSeparator>

/** What to export, and how. Main asks for the file; the window never names one. */
export const exportRequest = z.strictObject({
  query: orderQuery,
  /** Missing = every order of the query. Else these, in the order of the query, also those that its filters hide. */
  orderIds: z.array(z.string().min(1).max(64)).max(1000).optional(),
  format: exportFormat,
  /** Only for CSV. */
  separator: csvSeparator,
  /** Only for CSV: a byte order mark, by which Excel recognises UTF-8. */
  byteOrderMark: z.boolean(),
})
export type ExportRequest = z.infer<typeof exportRequest>

/** Why an export wrote no file. */
export const exportProblem = z.enum([
  'disk-full',
  'folder-missing',
  'folder-read-only',
  'file-in-use',
  'file-too-large',
  'history-unreadable',
  'unknown',
])
export type ExportProblem = z.infer<typeof exportProblem>

/** The last export of this run of the app. */
export const exportView = z.object({
  /** Rises with every change. A view with a lower revision is outdated. */
  revision: z.number().int(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  format: exportFormat,
  /** Name of the file without its folder. */
  fileName: z.string(),
  written: z.number().int(),
  /** Number of orders in the snapshot; null until it is counted. */
  total: z.number().int().nullable(),
  /** Time of the snapshot. Later changes are not in the file. */
  snapshotAtMs: z.number().int().nullable(),
  /** Size of the finished file in bytes. */
  bytes: z.number().int().nullable(),
  /** Texts that were too long for a cell of a spreadsheet and were cut. */
  cutCells: z.number().int(),
  problem: exportProblem.nullable(),
})
export type ExportView = z.infer<typeof exportView>
