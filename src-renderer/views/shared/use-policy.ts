import { computed } from 'vue'
import { isLooser, type SafetyLevel } from '../../../src-shared/domain/charge-limits'
import type { Environment } from '../../../src-shared/domain/gateway-address'
import { messages } from '../../messages'
import { useAppStateStore } from '../../stores/app-state'

const form = messages.settings.form
const levels = [
  { value: 'confirm', text: form.safetyConfirm },
  { value: 'typed', text: form.safetyTyped },
  { value: 'second-person', text: form.safetySecond },
  { value: 'read-only', text: form.safetyReadOnly },
] as const

/** What the policy of the administrator sets. Main decides; here it is shown. */
export function usePolicy() {
  const appState = useAppStateStore()
  const policy = computed(() => appState.state?.policy ?? null)

  /** Why no gateway profile can be added; null = one can. */
  const addReason = computed(() =>
    policy.value?.isOtherProfilesOff === true ? messages.policy.noProfiles : null,
  )

  /** What it sets for a profile; null = nothing. */
  function ofProfile(profileId: string | null) {
    return policy.value?.profiles.find((each) => each.profileId === profileId) ?? null
  }

  /** The least strict level that a profile may have. */
  function leastSafety(profileId: string | null, environment: Environment): SafetyLevel {
    if (profileId !== null) return ofProfile(profileId)?.leastSafety ?? 'confirm'
    return environment === 'production' ? (policy.value?.leastSafety ?? 'confirm') : 'confirm'
  }

  /** The safety levels to choose from; those that the policy forbids are disabled. */
  function levelOptions(least: SafetyLevel) {
    return levels.map((level) => ({
      ...level,
      disabledReason: isLooser(level.value, least) ? messages.policy.set : null,
    }))
  }

  return { policy, addReason, ofProfile, leastSafety, levelOptions }
}
