import type { PollingStop, ProfileView, SigningKeyView } from '../../../src-shared/domain/profile'
import type { ProfileRecord } from '../../ports/storage'

/** The parts of a profile view that are not in its record. */
export interface ProfileSurroundings {
  readonly secret: ProfileView['secret']
  /** Null without a key. */
  readonly signingKey: SigningKeyView['state'] | null
  readonly pollingStop: PollingStop | null
}

/** Builds the view of a stored profile. Of a secret it shows only whether it exists. */
export function profileViewOf(profile: ProfileRecord, around: ProfileSurroundings): ProfileView {
  return {
    profileId: profile.profileId,
    name: profile.name,
    environment: profile.environment,
    baseUrl: profile.baseUrl,
    login: profile.login,
    routes: profile.routes.map((route) => ({ ...route })),
    rebillControl: profile.rebillControl,
    defaultIpAddress: profile.defaultIpAddress,
    pollPace: profile.pollPace,
    safetyLevel: profile.safetyLevel,
    saleRules: profile.saleRules,
    signingKey: signingKeyView(profile, around.signingKey),
    secret: around.secret,
    pollingStop: around.pollingStop,
    createdAtMs: profile.createdAtMs,
  }
}

function signingKeyView(
  { signingKey }: ProfileRecord,
  state: SigningKeyView['state'] | null,
): SigningKeyView | null {
  if (signingKey === null || state === null) return null
  const { origin, bits, fingerprint, publicKey, createdAtMs } = signingKey
  return { state, origin, bits, fingerprint, publicKey, createdAtMs }
}
