import type { CardView } from '../../../src-shared/domain/card'
import { isUnresolved } from '../../../src-shared/domain/charge'
import { gatewayAddressOf } from '../../../src-shared/domain/gateway-address'
import type { CardUpsert, OrderRecord, RelatedCard } from '../../../src-main/ports/storage'
import type { InMemoryTables } from './in-memory-tables'

/** The card after an upsert; null keeps what is there. */
export function upserted(before: CardView | null, cardId: string, card: CardUpsert): CardView {
  return { ...(before ?? newCard(cardId, card)), ...given(card) }
}

/** Whether an order's charge was made with a card, by token, twin or digits, and is recent or unresolved. */
export function isRelated(
  tables: InMemoryTables,
  card: RelatedCard,
  { charge, summary, confirmedAtMs }: OrderRecord,
  sinceMs: number,
): boolean {
  if (charge === null) return false
  const isOpen = isUnresolved(charge.state) || charge.state === 'recorded' || summary.watchUntilMs !== null
  if (Math.max(summary.createdAtMs, confirmedAtMs ?? 0) < sinceMs && !isOpen) return false
  const tokens = [...tables.cards.values()].map(({ view }) => view).filter(isSameCard(tables, card))
  return (
    tokens.some(({ cardId }) => cardId === summary.cardId) ||
    (accountOf(tables, summary.profileId) === accountOf(tables, card.profileId) && hasDigitsOf(card, summary))
  )
}

function isSameCard(tables: InMemoryTables, card: RelatedCard): (token: CardView) => boolean {
  const own = card.cardId === null ? undefined : tables.cards.get(card.cardId)?.view
  return (token) =>
    token.cardId === card.cardId ||
    (accountOf(tables, token.profileId) === accountOf(tables, card.profileId) &&
      (hasDigitsOf(card, token) || token.cardRefId === own?.cardRefId)) ||
    (own !== undefined &&
      gatewayOf(tables, own.profileId) === gatewayOf(tables, token.profileId) &&
      (isSameId(own.unqCardRefId, token.unqCardRefId) || isSameId(own.cardHashId, token.cardHashId)))
}

function hasDigitsOf(card: RelatedCard, other: Pick<RelatedCard, 'bin' | 'lastFour'>): boolean {
  return isSameId(card.bin, other.bin) && isSameId(card.lastFour, other.lastFour)
}

function isSameId(ours: string | null, theirs: string | null): boolean {
  return ours !== null && ours === theirs
}

function gatewayOf(tables: InMemoryTables, profileId: string): string {
  const profile = tables.profiles.get(profileId)
  return profile === undefined ? `no profile ${profileId}` : gatewayAddressOf(profile.baseUrl)
}

function accountOf(tables: InMemoryTables, profileId: string): string {
  return JSON.stringify([gatewayOf(tables, profileId), tables.profiles.get(profileId)?.login])
}

function newCard(cardId: string, card: CardUpsert): CardView {
  return {
    cardId,
    profileId: card.profileId,
    cardRefId: card.cardRefId,
    unqCardRefId: null,
    recurringPaymentId: null,
    dstCardRefId: null,
    cardHashId: null,
    nickname: '',
    customerReference: '',
    bin: null,
    lastFour: null,
    expireMonth: null,
    expireYear: null,
    printedName: null,
    sourceClientOrderId: null,
    createdAtMs: card.atMs,
    infoAtMs: null,
    chargeCount: 0,
    lastCharge: null,
  }
}

/** What an upsert names. */
function given(card: CardUpsert): Partial<CardView> {
  const { routeId: _routeId, atMs: _atMs, ...values } = card
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
}
