/**
 * The file format of exported orders. The titles are the header of the file and part of the format: other programs
 * and pasted lists know a column by them. They are never translated.
 */

/**
 * What the cells of a column hold. `money`: decimal text in major units with a point. `time`: ISO 8601. `id` and `text`:
 * any text, never a number, so that leading zeros and long ids stay.
 */
export type FileColumnKind = 'id' | 'text' | 'money' | 'time'

interface FileColumnTraits {
  readonly title: string
  readonly kind: FileColumnKind
}

/** The columns that describe an order itself, in the order of the file. */
const orderColumns = {
  clientOrderId: { title: 'Client order ID', kind: 'id' },
  gatewayOrderId: { title: 'Gateway order ID', kind: 'id' },
  createdUtc: { title: 'Created (UTC)', kind: 'time' },
  createdLocal: { title: 'Created (local)', kind: 'time' },
  timeZone: { title: 'Time zone', kind: 'text' },
  environment: { title: 'Environment', kind: 'text' },
  profile: { title: 'Profile', kind: 'text' },
  route: { title: 'Endpoint', kind: 'id' },
  kind: { title: 'Origin', kind: 'text' },
  status: { title: 'Status', kind: 'text' },
  gatewayStatus: { title: 'Gateway status', kind: 'text' },
  stage: { title: 'Stage', kind: 'text' },
  amount: { title: 'Amount', kind: 'money' },
  currency: { title: 'Currency', kind: 'text' },
  chargedAmount: { title: 'Charged amount', kind: 'money' },
  refund: { title: 'Refund', kind: 'text' },
  refundedAmount: { title: 'Refunded amount', kind: 'money' },
  disputes: { title: 'Disputes', kind: 'text' },
  card: { title: 'Card', kind: 'text' },
  cardholderName: { title: 'Cardholder', kind: 'text' },
  description: { title: 'Description', kind: 'text' },
  reference: { title: 'Reference', kind: 'text' },
  errorCode: { title: 'Error code', kind: 'id' },
  errorMessage: { title: 'Error message', kind: 'text' },
  transactionType: { title: 'Transaction type', kind: 'text' },
  lastResponseUtc: { title: 'Last response (UTC)', kind: 'time' },
} as const satisfies Record<string, FileColumnTraits>

/** The facts of the gateway that a file has, after the columns of the order. */
const factColumns = {
  rrn: { title: 'RRN', kind: 'id' },
  arn: { title: 'ARN', kind: 'id' },
  approvalCode: { title: 'Approval code', kind: 'id' },
  responseCode: { title: 'Response code', kind: 'id' },
  acquirerTransactionId: { title: 'Acquirer transaction ID', kind: 'id' },
  transactionDate: { title: 'Transaction date', kind: 'text' },
  cardType: { title: 'Card type', kind: 'text' },
  cardCountry: { title: 'Card country', kind: 'text' },
  bankName: { title: 'Issuer', kind: 'text' },
  email: { title: 'Email', kind: 'text' },
  sellerCommission: { title: 'Seller commission', kind: 'money' },
  acquirerCommission: { title: 'Acquirer commission', kind: 'money' },
  descriptor: { title: 'Descriptor', kind: 'text' },
  receiptId: { title: 'Receipt ID', kind: 'id' },
} as const satisfies Record<string, FileColumnTraits>

export type OrderFileColumn = keyof typeof orderColumns
export type FactFileColumn = keyof typeof factColumns
export type FileColumnName = OrderFileColumn | FactFileColumn

export const orderFileColumns = Object.keys(orderColumns) as readonly OrderFileColumn[]
export const factFileColumns = Object.keys(factColumns) as readonly FactFileColumn[]

/** Every column of an exported file, in its order. */
export const fileColumns = Object.entries({ ...orderColumns, ...factColumns }).map(
  ([name, traits]: [string, FileColumnTraits]) => ({ ...traits, name: name as FileColumnName }),
)

/** Titles of other programs, in lower case and without spaces and punctuation, beside those of this format. */
const otherTitles: Partial<Record<FileColumnName, string>> = {
  clientOrderId: 'merchantorderid merchantorder orderid ordernumber order invoice invoicenumber id',
  gatewayOrderId: 'gatewayid paynetorderid serviceorderid transactionid',
  createdUtc: 'created createdat date datetime time timestamp',
  status: 'state result',
  amount: 'sum total value betrag',
  currency: 'currencycode',
  card: 'cardnumber maskedcard maskedpan pan last4 lastfour',
  cardholderName: 'cardholdername name customer customername',
  description: 'orderdesc orderdescription purpose',
  reference: 'merchantreference customerreference ref',
  email: 'emailaddress mail',
}

const plainTitle = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, '')
const columnOfTitle = new Map<string, FileColumnName>([
  ...Object.entries(otherTitles).flatMap(([name, titles]) =>
    titles.split(' ').map((title) => [title, name as FileColumnName] as const),
  ),
  ...fileColumns.map(({ name, title }) => [plainTitle(title), name] as const),
])

/** The column that a title of a file stands for; null = not known. */
export function columnOf(title: string): FileColumnName | null {
  return columnOfTitle.get(plainTitle(title.slice(0, 200))) ?? null
}

/** The columns that the titles of a file stand for, each at most once. */
export function columnsOf(titles: readonly string[]): (FileColumnName | null)[] {
  const used = new Set<FileColumnName>()
  return titles.map((title) => {
    const name = columnOf(title)
    if (name === null || used.has(name)) return null
    used.add(name)
    return name
  })
}

/** Characters at which a spreadsheet starts to read a cell as a formula, also in their full-width form. */
const startsFormula = /^'*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/
const isGuarded = /^'+[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/
const plainNumber = /^-?[0-9]{1,15}(?:\.[0-9]{1,4})?$/

/** True for a decimal that every program reads as a number. */
export function isPlainNumber(text: string): boolean {
  return text.length <= 21 && plainNumber.test(text)
}

/**
 * The text of a CSV cell that no spreadsheet runs as a formula: an apostrophe is put in front of what starts like one,
 * also of what already has apostrophes there. So `withoutGuard` gives back exactly the original. A plain number in a
 * column of amounts stays as it is, because its sign starts no formula.
 */
export function withGuard(text: string, kind: FileColumnKind): string {
  if (!startsFormula.test(text) || (kind === 'money' && isPlainNumber(text))) return text
  return `'${text}`
}

/** The original of a guarded cell. */
export function withoutGuard(cell: string): string {
  return isGuarded.test(cell) ? cell.slice(1) : cell
}
