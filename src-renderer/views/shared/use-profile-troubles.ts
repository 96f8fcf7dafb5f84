import { computed } from 'vue'
import type { PollingStop } from '../../../src-shared/domain/profile'
import { messages } from '../../messages'
import { useAppStateStore } from '../../stores/app-state'
import { span, useTimeFormat } from '../../composables/use-time-format'

/** A problem of a profile, as a short line and as full text. */
export interface ProfileTrouble {
  readonly key: string
  readonly short: string
  readonly title: string
  readonly text: string
}

/** Profiles that cannot be read or whose polling is paused, and gateways whose clock differs from the clock of this computer. */
export function useProfileTroubles() {
  const appState = useAppStateStore()
  const { clock, stamp } = useTimeFormat()
  const words = messages.frame.troubles

  /** Reason, start, end, and what the operator can do. */
  function stopText({ reason, sinceMs, nextTryAtMs }: PollingStop): string {
    return `${words.stops[reason]} ${words.stopTimes({ since: stamp(sinceMs), next: clock(nextTryAtMs) })}`
  }

  const troubles = computed<ProfileTrouble[]>(() => [
    ...appState.unreadableProfiles.map(({ profileId, name }) => ({
      key: `unreadable ${profileId}`,
      short: words.unreadableShort({ profile: name }),
      title: words.unreadableTitle({ profile: name }),
      text: words.unreadableText,
    })),
    ...appState.profiles.flatMap(({ profileId, name, pollingStop }) =>
      pollingStop === null || pollingStop === undefined
        ? []
        : [
            {
              key: `stop ${profileId}`,
              short: words.stopShort({ profile: name, next: clock(pollingStop.nextTryAtMs) }),
              title: words.stopTitle({ profile: name }),
              text: stopText(pollingStop),
            },
          ],
    ),
    ...appState.profiles.flatMap(({ profileId, name }) => {
      const skewMs = appState.state?.clockSkews.find((each) => each.profileId === profileId)?.skewMs
      if (skewMs === undefined) return []
      const text = span(Math.abs(skewMs))
      return [
        {
          key: `clock ${profileId}`,
          short: words.clockShort({ difference: text, isAhead: skewMs < 0 }),
          title: words.clockTitle,
          text: words.clockText({ profile: name, difference: text, isAhead: skewMs < 0 }),
        },
      ]
    }),
  ])

  return { troubles, stopText }
}
