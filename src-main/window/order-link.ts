import { fields } from '../../src-shared/domain/fields'

/** The name by which the system leads links to the app; its packages register it. */
export const linkScheme = 'rebill-desk'

const link = new RegExp(`^${linkScheme}://order/([^/?#]+)/?$`)
/** An id of 128 characters, each percent-encoded in up to 12. */
const longest = 1600

/**
 * The id of an order in the link `rebill-desk://order/ID` among the arguments of a start; null without exactly one link, and
 * for a link with anything else in it. The id is a client order id or a gateway order id, percent-encoded.
 */
export function linkedOrderId(argv: readonly string[]): string | null {
  const [only, ...more] = argv.filter((argument) => argument.startsWith(`${linkScheme}:`))
  if (only === undefined || more.length > 0 || only.length > longest) return null
  const written = link.exec(only)?.[1]
  const id = written === undefined ? null : decoded(written)
  // The rule of client order ids includes that of the gateway's.
  return id === null ? null : (fields.clientOrderId.safeParse(id).data ?? null)
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
