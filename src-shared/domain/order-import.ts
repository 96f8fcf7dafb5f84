import { z } from 'zod'
import { csvSeparator } from './order-export'
import { fields } from './fields'
import { columnsOf, fileColumns, type FileColumnName } from './order-file'

/**
 * What a file of orders may have at most. It is checked before anything is read, or while it is read piece by piece. The
 * export of a history with a million orders is below.
 */
export const importLimits = {
  bytes: 1024 * 1024 * 1024,
  rows: 2_000_000,
  columns: 200,
  /** Characters of one record, with its line breaks. */
  recordLength: 1024 * 1024,
  sheets: 255,
  /** Of a workbook: bytes of a part that is unpacked, and of the texts that its cells share. */
  partBytes: 1024 * 1024 * 1024,
  sharedBytes: 96 * 1024 * 1024,
  sharedTexts: 4_000_000,
} as const

/** Rows and problems that a preview shows. */
export const shownRows = 5
export const shownProblems = 100

/** Stands for a column of a file that is not imported. */
export const leftOut = 'left-out'
export const importTarget = z.enum([leftOut, ...fileColumns.map(({ name }) => name)])
export type ImportTarget = z.infer<typeof importTarget>

/** The columns of the history that a file has. */
export function usedColumns(targets: readonly ImportTarget[]): FileColumnName[] {
  return targets.filter((target) => target !== leftOut)
}

/** What the columns of a file are taken for, by their titles. */
export function targetsOf(titles: readonly string[]): ImportTarget[] {
  return columnsOf(titles).map((name) => name ?? leftOut)
}

/** Encodings of a file, by their names in the WHATWG standard. */
export const fileEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
export type FileEncoding = z.infer<typeof fileEncoding>

export const decimalSign = z.enum(['.', ','])
export type DecimalSign = z.infer<typeof decimalSign>

/** Where the rows of a file are: in its text, or in a sheet of a workbook. */
export const rowsPlace = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('csv'), encoding: fileEncoding, separator: csvSeparator }),
  z.strictObject({
    format: z.literal('xlsx'),
    /** Counted from 0. */
    sheet: z
      .number()
      .int()
      .min(0)
      .max(importLimits.sheets - 1),
  }),
])
export type RowsPlace = z.infer<typeof rowsPlace>

/** How a file is read: found out at first, then as the person chooses. */
export const importChoices = z.strictObject({
  place: rowsPlace,
  /** Of amounts that are texts. */
  decimal: decimalSign,
  /** What each column of the file holds. A name occurs at most once. */
  columns: z
    .array(importTarget)
    .max(importLimits.columns)
    .refine((columns) => {
      const used = usedColumns(columns)
      return new Set(used).size === used.length
    }, 'given-twice'),
})
export type ImportChoices = z.infer<typeof importChoices>

/** Why a row is left out. Its text is never repeated, because it may be a card number. */
export const rowProblem = z.enum([
  'card-number',
  'client-order-id',
  'gateway-order-id',
  'amount',
  'card',
  'time',
  'rounded',
  'too-many-cells',
])
export type RowProblem = z.infer<typeof rowProblem>

const lineProblem = z.object({
  /** Line of the file at which the row ends, or number of the row of a sheet, counted from 1. */
  line: z.number().int(),
  /** Counted from 0; null = the whole row. */
  column: z.number().int().nullable(),
  problem: rowProblem,
})
export type LineProblem = z.infer<typeof lineProblem>

/** Why a file cannot be imported at all. */
export const fileProblem = z.enum([
  'too-large',
  'not-readable',
  'empty',
  'not-text',
  'not-workbook',
  'workbook-too-large',
  'too-many-rows',
  'too-many-columns',
  'record-too-long',
  'unclosed-quote',
  'changed',
  'history-not-written',
  'unknown',
])
export type FileProblem = z.infer<typeof fileProblem>

/** What an import of the chosen file would do. Nothing is stored. */
export const importPreview = z.object({
  kind: z.literal('preview'),
  fileName: z.string(),
  bytes: z.number().int(),
  choices: importChoices,
  /** The sheets of a workbook. */
  sheets: z.array(z.string()),
  /** The first record of the file. */
  titles: z.array(z.string()),
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  usable: z.number().int(),
  refused: z.number().int(),
  /** Usable rows whose order is in the history of the active profile already. They will change nothing. */
  known: z.number().int(),
  /** The first problems of the file. */
  problems: z.array(lineProblem),
})
export type ImportPreview = z.infer<typeof importPreview>

const refusedFile = z.object({
  kind: z.literal('refused'),
  fileName: z.string(),
  problem: fileProblem,
})

/** What the app found in a chosen file. */
export const importReading = z.discriminatedUnion('kind', [importPreview, refusedFile])
export type ImportReading = z.infer<typeof importReading>

export const importRequest = z.strictObject({ choices: importChoices, routeId: fields.routeId })
export type ImportRequest = z.infer<typeof importRequest>

const skippedOrder = z.object({ line: z.number().int(), clientOrderId: z.string() })
export type SkippedOrder = z.infer<typeof skippedOrder>

/** The last import of this run of the app. */
export const importView = z.object({
  /** Rises with every change. A view with a lower revision is outdated. */
  revision: z.number().int(),
  /** `stopped` and `failed`: what was added stays, and the same file can be imported again to add the rest. */
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  fileName: z.string(),
  /** Rows that can be imported. */
  total: z.number().int(),
  added: z.number().int(),
  /** Rows whose order is in the history already. They changed nothing. */
  known: z.number().int(),
  /** The first of them. */
  knownOrders: z.array(skippedOrder),
  /** Rows with a problem, which were left out. */
  refused: z.number().int(),
  problem: fileProblem.nullable(),
})
export type ImportView = z.infer<typeof importView>

/** What the file says about an imported order. It is no answer of the gateway. */
export const importedFacts = z.object({
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  card: z.string(),
  /** The time of creation is that of the file, not that of the import. */
  hasTime: z.boolean(),
})
export type ImportedFacts = z.infer<typeof importedFacts>

/** Where an imported order comes from, with all that its file says. */
export const importedOrigin = z.object({
  fileName: z.string(),
  line: z.number().int(),
  atMs: z.number().int(),
  actor: z.string().nullable(),
  cells: z.array(z.object({ title: z.string(), value: z.string() })),
})
export type ImportedOrigin = z.infer<typeof importedOrigin>
