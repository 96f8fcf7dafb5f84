import type { SafetyLevel } from '../../../../src-shared/domain/charge-limits'
import { computed, reactive, ref } from 'vue'
import type { z } from 'zod'
import type { AppErrorDescription } from '../../../../src-shared/errors/app-error'
import {
  profileInput,
  type ProfileView,
  type UnreadableProfileView,
} from '../../../../src-shared/domain/profile'
import { defaultSaleRules, type SaleRules } from '../../../../src-shared/domain/sale-rules'
import { objectProblems } from '../../../../src-shared/ipc/field-problems'
import { useCommand } from '../../../composables/use-command'
import { messages } from '../../../messages'
import { useAppStateStore } from '../../../stores/app-state'

const words = messages.settings.form

/** A row of the endpoint editor. An empty currency means any currency. */
export interface RouteLine {
  kind: 'endpoint' | 'group'
  id: string
  label: string
  currency: string
}

interface ProfileModel {
  name: string
  target: 'production' | 'gateway-test' | 'simulator'
  baseUrl: string
  login: string
  controlKey: string
  routes: RouteLine[]
  rebillControl: 'without-endpoint' | 'with-endpoint'
  defaultIpAddress: string
  minSeconds: string
  maxSeconds: string
  safetyLevel: SafetyLevel
  saleRules: SaleRules
}

/**
 * Form model of a profile. The control key is write-only: main never returns it. What cannot be read starts as in a new
 * profile, and a person compares it before it is saved.
 */
export function useProfileForm(profile: ProfileView | UnreadableProfileView | null) {
  const appState = useAppStateStore()
  const form = reactive<ProfileModel>(modelOf(profile))
  const isTried = ref(false)
  const refused = ref<Record<string, string>>({})

  const input = computed(() => inputOf(form, profile))
  const save = useCommand(() =>
    appState.saveProfile({ profile: input.value, controlKey: form.controlKey.trim() }),
  )
  const keyHint = computed(() => {
    if (profile !== null && profile.secret !== 'missing') return words.controlKeyPresent
    return appState.state?.keychain.kind === 'session-only'
      ? words.controlKeySession
      : words.controlKeyMissing
  })
  const allProblems = computed<Record<string, string>>(() => {
    const problems = { ...refused.value, ...objectProblems(profileInput, input.value) }
    const { minMs, maxMs } = input.value.pollPace
    if (problems['pollPace.minMs'] ?? problems['pollPace.maxMs'] ?? (maxMs < minMs ? 'order' : null))
      problems['pollPace'] = 'pace-order'
    const ids = form.routes.map((line) => line.id.trim())
    ids.forEach((id, index) => {
      if (id !== '' && ids.indexOf(id) !== index) problems[`routes.${index}.id`] = 'given-twice'
    })
    form.routes.forEach((line, index) => {
      if (line.kind === 'endpoint' && line.currency.trim() === '')
        problems[`routes.${index}.currency`] = 'required'
    })
    if (problems['saleRules.returnUrl'] === undefined && /^http:/i.test(form.saleRules.returnUrl.trim()))
      problems['saleRules.returnUrl'] = 'not-an-https-address'
    if (profile === null && form.controlKey.trim() === '') problems['controlKey'] = 'required'
    return problems
  })
  const problemCount = computed(() => Object.keys(allProblems.value).length)

  function problem(path: string): string | null {
    return isTried.value ? (allProblems.value[path] ?? null) : null
  }

  /** Shows a problem from main below its field until the next change. */
  function showRefusal(error: AppErrorDescription): void {
    const fields = Object.entries(error.details.fields ?? {})
    refused.value = Object.fromEntries(fields.map(([path, key]) => [path.replace(/^profile\./, ''), key]))
  }

  /** For a live target, typed cards are switched off first, whatever was chosen before. */
  function chooseTarget(target: ProfileModel['target']): void {
    form.target = target
    form.saleRules.acceptsCards = defaultSaleRules(target).acceptsCards
  }

  function changeRoute(index: number, change: Partial<RouteLine>): void {
    const line = form.routes[index]
    if (line !== undefined) Object.assign(line, change)
  }

  return {
    form,
    isTried,
    save,
    keyHint,
    problem,
    problemCount,
    showRefusal,
    forgetRefused: () => (refused.value = {}),
    chooseTarget,
    changeRoute,
    addRoute: () => form.routes.push(emptyRoute()),
    removeRoute: (index: number) => form.routes.splice(index, 1),
  }
}

function emptyRoute(): RouteLine {
  return { kind: 'endpoint', id: '', label: '', currency: '' }
}

function modelOf(profile: ProfileView | UnreadableProfileView | null): ProfileModel {
  if (profile === null)
    return {
      name: '',
      target: 'gateway-test',
      baseUrl: '',
      login: '',
      controlKey: '',
      routes: [emptyRoute()],
      rebillControl: 'without-endpoint',
      defaultIpAddress: '',
      minSeconds: '3',
      maxSeconds: '5',
      safetyLevel: 'confirm',
      saleRules: defaultSaleRules('gateway-test'),
    }
  return {
    name: profile.name,
    target: profile.environment,
    baseUrl: profile.baseUrl ?? '',
    login: profile.login,
    controlKey: '',
    routes: profile.routes?.map((route) => ({ ...route, currency: route.currency ?? '' })) ?? [emptyRoute()],
    rebillControl: profile.rebillControl,
    defaultIpAddress: profile.defaultIpAddress,
    minSeconds: String(profile.pollPace.minMs / 1000),
    maxSeconds: String(profile.pollPace.maxMs / 1000),
    safetyLevel: profile.safetyLevel,
    saleRules: copyOf(profile.saleRules ?? defaultSaleRules(profile.environment)),
  }
}

function copyOf(rules: SaleRules): SaleRules {
  return { ...rules, control: [...rules.control], uploadControl: [...rules.uploadControl] }
}

function inputOf(
  form: ProfileModel,
  profile: Pick<ProfileView, 'profileId'> | null,
): z.input<typeof profileInput> {
  return {
    profileId: profile?.profileId ?? null,
    name: form.name,
    target:
      form.target === 'simulator' ? { kind: 'simulator' } : { kind: form.target, baseUrl: form.baseUrl },
    login: form.login,
    routes: form.routes.map((line) => ({
      kind: line.kind,
      id: line.id,
      label: line.label,
      currency: line.currency.trim() === '' ? null : line.currency.trim().toUpperCase(),
    })),
    rebillControl: form.rebillControl,
    defaultIpAddress: form.defaultIpAddress.trim(),
    pollPace: { minMs: toMs(form.minSeconds), maxMs: toMs(form.maxSeconds) },
    safetyLevel: form.safetyLevel,
    saleRules: copyOf(form.saleRules),
  }
}

function toMs(seconds: string): number {
  return /^[0-9]{1,4}$/.test(seconds.trim()) ? Number(seconds.trim()) * 1000 : 0
}
