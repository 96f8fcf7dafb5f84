import { factValue } from '../../../src-shared/domain/facts'
import type { OrderView } from '../../../src-shared/domain/order'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import { visibleJson } from '../../platform/visible-json'
import type { FileDialogs } from '../../ports/file-dialogs'
import { requireView, type OpenStorage } from '../common/storage-session'

/** Most exchanges in a bundle; an order that is followed for a day has thousands of equal ones. */
const maxExchanges = 200

/** Versions of the app and of what it runs on. */
type Versions = Readonly<Record<'app' | 'electron' | 'chromium' | 'node', string>>

/**
 * What leaves the app about one order: everything as JSON text for a support person, and the address of its receipt. All
 * values are those of the screens: secrets, card
 * numbers and issuer pages are masked before they are stored.
 */
export class SupportBundle {
  readonly #parts

  constructor(parts: {
    readonly storage: OpenStorage
    readonly dialogs: Pick<FileDialogs, 'saveText'>
    readonly copyText: (text: string) => Promise<void>
    /** The address of a receipt; null = it has none that is safe to open. */
    readonly receiptAddress: (
      baseUrl: string | null,
      ids: { readonly endpointId: string; readonly receiptId: string },
    ) => string | null
    readonly clock: Clock
    readonly systemTimeZone: string
    readonly versions: Versions
  }) {
    this.#parts = parts
  }

  /** Errors: `not-found`. */
  async copy(orderId: string): Promise<void> {
    await this.#parts.copyText(await this.textOf(orderId))
  }

  /** Asks for a file. Null = the person chose none. Errors: `not-found`; `not-allowed-now`, reason `file-not-written`. */
  async save(orderId: string): Promise<{ readonly fileName: string } | null> {
    const view = await requireView(this.#parts.storage, orderId)
    // A client order id of another system may have any letters.
    const name = `order-${view.summary.clientOrderId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)}`
    const text = await this.textOf(orderId)
    try {
      return await this.#parts.dialogs.saveText({ name, format: 'json' }, text)
    } catch (error) {
      throw new AppError('not-allowed-now', { reason: 'file-not-written' }, { cause: error })
    }
  }

  /**
   * Copies the address of the receipt that the gateway reports. The app itself opens no page outside. Errors: `not-found`;
   * `not-allowed-now`, reason `no-receipt`.
   */
  async copyReceiptAddress(orderId: string): Promise<void> {
    const { storage, copyText, receiptAddress } = this.#parts
    const order = await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    const profile = (await storage.reader.listProfiles()).find(
      ({ profileId }) => profileId === order.summary.profileId,
    )
    const receiptId = factValue(order.facts, 'receiptId') ?? ''
    // An order of an endpoint group was processed by one of its endpoints.
    const endpointId =
      factValue(order.facts, 'endpointId') ?? (order.route.kind === 'endpoint' ? order.route.id : '')
    const address = receiptAddress(profile?.baseUrl ?? null, { endpointId, receiptId })
    if (address === null) throw new AppError('not-allowed-now', { reason: 'no-receipt' })
    await copyText(address)
  }

  /** Errors: `not-found`. */
  async textOf(orderId: string): Promise<string> {
    const { storage, clock, versions } = this.#parts
    const view = await requireView(storage, orderId)
    const exchanges = await storage.reader.listOrderExchanges(orderId)
    const { settings } = await storage.reader.getState()
    const zone = settings.timeZone === 'system' ? this.#parts.systemTimeZone : settings.timeZone
    const bundle = {
      kind: 'rebill-desk-order',
      versions,
      made: clock.nowMs(),
      ...partsOf(view),
      exchanges: exchanges.slice(-maxExchanges),
      olderExchangesLeftOut: Math.max(0, exchanges.length - maxExchanges),
    }
    return visibleJson(withTimes(bundle, timeText(zone)), 2)
  }
}

function partsOf({ summary, ...rest }: OrderView) {
  return { order: summary, ...rest }
}

/** `2026-11-29T03:41:38.120Z (2026-11-29 04:41:38 Europe/Berlin)` */
function timeText(timeZone: string): (atMs: number) => string {
  // The Swedish form of a date is that of ISO 8601.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (atMs) => `${new Date(atMs).toISOString()} (${local.format(atMs)} ${timeZone})`
}

/** A copy in which each time is text, in UTC and in the shown zone: `atMs` becomes `at`. */
function withTimes(value: unknown, text: (atMs: number) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withTimes(each, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) =>
      typeof part === 'number' && (isTimeName(name) || name === 'made')
        ? [name.replace(/Ms$/, ''), text(part)]
        : [name, withTimes(part, text)],
    ),
  )
}

/** The names of moments end like `createdAtMs` or `watchUntilMs`; `durationMs` is no moment. */
function isTimeName(name: string): boolean {
  return /(?:^at|At|Until|Since)Ms$/.test(name)
}
