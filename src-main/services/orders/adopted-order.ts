import type { NewOrder, ProfileRecord } from '../../ports/storage'

/** An order that is known by its ids alone, as it is stored before its first status check. */
export function adoptedOrder(
  profile: Pick<ProfileRecord, 'profileId' | 'environment'>,
  ids: Pick<NewOrder, 'route' | 'clientOrderId' | 'gatewayOrderId'>,
  times: Pick<NewOrder, 'createdAtMs' | 'nextCheckAtMs'>,
): NewOrder {
  return {
    profileId: profile.profileId,
    environment: profile.environment,
    kind: 'adopted',
    ...ids,
    amountMinor: null,
    currency: null,
    cardId: null,
    bin: null,
    lastFour: null,
    cardholderName: null,
    description: null,
    reference: null,
    ...times,
    followState: 'following',
  }
}
