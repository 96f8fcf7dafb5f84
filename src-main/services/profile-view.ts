import type { ProfileView } from '../../src-shared/domain/profile'
import type { ProfileRecord } from '../ports/storage'
import type { PollingStop } from './polling-stops'

/** The shown form of a stored profile; a secret is only ever present or missing. */
export function profileViewOf(
  profile: ProfileRecord,
  secret: ProfileView['secret'],
  pollingStop: PollingStop | null,
): ProfileView {
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
    secret,
    pollingStop,
    createdAtMs: profile.createdAtMs,
  }
}
