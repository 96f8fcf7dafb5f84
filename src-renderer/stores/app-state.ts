import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppState, Settings } from '../../src-shared/domain/app-state'
import type { HistoryUpdate } from '../../src-shared/domain/history-update'
import { needsNetwork, type Environment } from '../../src-shared/domain/gateway-address'
import type { ProfileView, UnreadableProfileView } from '../../src-shared/domain/profile'
import { ok } from '../../src-shared/util/result'
import type { CommandInput, CommandName } from '../../src-shared/ipc/contract-types'
import { call, type CommandResult } from '../ipc/desk-client'
import { useLockStore } from './lock'

type StateCommand =
  | 'start.retry'
  | 'start.recover'
  | 'start.trySimulator'
  | 'recovery.confirm'
  | 'settings.save'
  | 'history.acknowledgeMissing'
  | 'profiles.select'
  | 'lock.saveMinutes'
  | 'operators.save'
  | 'operators.remove'
type StateCommandResult = CommandResult<'appState.get'>

export const useAppStateStore = defineStore('app-state', () => {
  const lock = useLockStore()
  /** Null until main has finished its start. */
  const state = shallowRef<AppState | null>(null)
  /** The step of the update that runs before the history opens. */
  const update = shallowRef<HistoryUpdate | null>(null)
  /** True if main did not answer at the start. */
  const isStartFailed = ref(false)

  const isReady = computed(() => state.value?.start.kind === 'ready')
  const profiles = computed<readonly ProfileView[]>(() => state.value?.profiles ?? [])
  const activeProfile = computed<ProfileView | null>(
    () => profiles.value.find((profile) => profile.profileId === state.value?.activeProfileId) ?? null,
  )
  const unreadableProfiles = computed<readonly UnreadableProfileView[]>(
    () => state.value?.unreadableProfiles ?? [],
  )
  /** The active profile when its stored settings cannot be read. Nothing can be sent for it. */
  const activeUnreadable = computed<UnreadableProfileView | null>(
    () =>
      unreadableProfiles.value.find((profile) => profile.profileId === state.value?.activeProfileId) ?? null,
  )
  const environment = computed<Environment | null>(
    () => (activeProfile.value ?? activeUnreadable.value)?.environment ?? null,
  )
  const operators = computed(() => state.value?.operators ?? { list: [], currentId: null, lockMinutes: 15 })
  const hasOperators = computed(() => operators.value.list.length > 0)
  /** The operators who can be the second person. */
  const otherOperators = computed(() =>
    operators.value.list.filter(({ operatorId }) => operatorId !== operators.value.currentId),
  )
  /** The name with which actions are stored; empty = none. */
  const actorName = computed(() =>
    hasOperators.value
      ? (operators.value.list.find((each) => each.operatorId === operators.value.currentId)?.name ?? '')
      : (state.value?.settings.operatorName ?? ''),
  )
  const isOnline = computed(() => state.value?.online ?? true)
  // The simulator runs on this machine, so it needs no network.
  const canReachGateway = computed(
    () => isOnline.value || (environment.value !== null && !needsNetwork(environment.value)),
  )
  /** Why the history cannot be written; null = it can be written. */
  const trouble = computed(() => state.value?.storage.trouble ?? null)
  const timeZone = computed(() => {
    const chosen = state.value?.settings.timeZone ?? 'system'
    return chosen === 'system' ? (state.value?.systemTimeZone ?? 'UTC') : chosen
  })

  function apply(next: AppState): void {
    if (state.value !== null && next.revision < state.value.revision) return
    state.value = next
  }

  function profileName(profileId: string): string {
    const known = [...profiles.value, ...unreadableProfiles.value, ...(state.value?.formerProfiles ?? [])]
    return known.find((profile) => profile.profileId === profileId)?.name ?? profileId
  }

  async function callForState<N extends StateCommand & CommandName>(
    name: N,
    input: CommandInput<N>,
  ): Promise<StateCommandResult> {
    const result: StateCommandResult = await call(name, input)
    if (result.ok) apply(result.value)
    else if (result.error.code === 'locked') await lock.refresh()
    return result
  }

  async function loadUpdate(): Promise<void> {
    const result = await call('historyUpdate.get', {})
    // A step that began meanwhile was announced.
    if (result.ok) update.value ??= result.value.update
  }

  async function load(): Promise<StateCommandResult> {
    const result = await call('appState.get', {})
    if (!result.ok && result.error.code === 'locked') await lock.refresh()
    isStartFailed.value = !result.ok && lock.state === null
    if (result.ok) apply(result.value)
    return result.ok ? ok(result.value) : result
  }

  return {
    update,
    loadUpdate,
    state,
    isStartFailed,
    isReady,
    profiles,
    activeProfile,
    unreadableProfiles,
    activeUnreadable,
    environment,
    operators,
    hasOperators,
    otherOperators,
    actorName,
    isOnline,
    canReachGateway,
    trouble,
    timeZone,
    apply,
    profileName,
    load,
    openDataFolder: () => call('dataFolder.open', {}),
    openLogFolder: () => call('logFolder.open', {}),
    readAutostart: () => call('autostart.get', {}),
    setAutostart: (isOn: boolean) => call('autostart.set', { isOn }),
    readDiagnostics: () => call('diagnostics.get', {}),
    copyDiagnostics: () => call('diagnostics.copy', {}),
    retryStart: () => callForState('start.retry', {}),
    recover: (recoveryCode: string) => callForState('start.recover', { recoveryCode }),
    trySimulator: () => callForState('start.trySimulator', {}),
    createRecovery: () => call('recovery.create', {}),
    confirmRecovery: (groups: CommandInput<'recovery.confirm'>['groups']) =>
      callForState('recovery.confirm', { groups }),
    acknowledgeMissing: (clientOrderIds: string[]) =>
      callForState('history.acknowledgeMissing', { clientOrderIds }),
    saveSettings: (settings: Settings) => callForState('settings.save', settings),
    saveOperator: (input: CommandInput<'operators.save'>) => callForState('operators.save', input),
    removeOperator: (input: CommandInput<'operators.remove'>) => callForState('operators.remove', input),
    saveLockMinutes: (minutes: number) => callForState('lock.saveMinutes', { minutes }),
    saveProfile: (input: CommandInput<'profiles.save'>) => call('profiles.save', input),
    saveLimits: (input: CommandInput<'limits.save'>) => call('limits.save', input),
    removeProfile: (profileId: string) => call('profiles.remove', { profileId }),
    selectProfile: (profileId: string) => callForState('profiles.select', { profileId }),
    testProfile: (profileId: string) => call('profiles.test', { profileId }),
  }
})
