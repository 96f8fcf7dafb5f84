import type {
  PollingStop,
  ProfileView,
  SigningKeyView,
  UnreadableProfileView,
} from '../../../src-shared/domain/profile'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'

/** The parts of a profile view that are not in its record. */
export interface ProfileSurroundings {
  readonly secret: ProfileView['secret']
  /** Null without a key. */
  readonly signingKey: SigningKeyView['state'] | null
  readonly pollingStop: PollingStop | null
}

/** Builds the view of a stored profile. Of a secret it shows only whether it exists. */
export function profileViewOf(profile: ProfileRecord, around: ProfileSurroundings): ProfileView {
  const { routes, saleRules, limits } = profile
  return {
    ...storedProfileViewOf(profile, around),
    ...{ routes: routes.map((route) => ({ ...route })), saleRules, limits: [...limits] },
  }
}

/** Builds the view of a profile that cannot be read as a whole. */
export function storedProfileViewOf(
  profile: StoredProfile,
  around: ProfileSurroundings,
): UnreadableProfileView {
  return {
    profileId: profile.profileId,
    name: profile.name,
    environment: profile.environment,
    baseUrl: profile.baseUrl,
    login: profile.login,
    routes: profile.routes?.map((route) => ({ ...route })) ?? null,
    rebillControl: profile.rebillControl,
    defaultIpAddress: profile.defaultIpAddress,
    pollPace: profile.pollPace,
    safetyLevel: profile.safetyLevel,
    saleRules: profile.saleRules,
    limits: profile.limits === null ? null : [...profile.limits],
    signingKey: signingKeyView(profile, around.signingKey),
    secret: around.secret,
    pollingStop: around.pollingStop,
    createdAtMs: profile.createdAtMs,
  }
}

function signingKeyView(
  { signingKey }: StoredProfile,
  state: SigningKeyView['state'] | null,
): SigningKeyView | null {
  if (signingKey === null || state === null) return null
  const { origin, bits, fingerprint, publicKey, createdAtMs } = signingKey
  return { state, origin, bits, fingerprint, publicKey, createdAtMs }
}
