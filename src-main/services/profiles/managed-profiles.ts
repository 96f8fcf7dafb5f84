import type { ManagedProfile, PolicyProblem } from '../../../src-shared/domain/policy'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { FoundPolicy, PolicySource } from '../../ports/policy-source'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'
import type { AdminPolicy } from '../common/admin-policy'
import type { OpenStorage } from '../common/storage-session'
import { hasBoundOrder } from './orders-of-profile'
import {
  isBoundElsewhere,
  recordOf,
  requireAllowedAddress,
  requireDistinctRoutes,
  requireSaleRules,
} from './profile-rules'

export interface ManagedProfilesParts {
  readonly source: PolicySource
  readonly policy: AdminPolicy
  readonly clock: Pick<Clock, 'nowMs'>
  /** As for the profiles of a person. */
  readonly allowLoopback: boolean
}

/** Reads the policy of the administrator, and makes its profiles in the history of the user. */
export class ManagedProfiles {
  readonly #parts: ManagedProfilesParts
  #isRead = false

  constructor(parts: ManagedProfilesParts) {
    this.#parts = parts
  }

  /** Reads the policy once in a run; returns why it cannot be used, or null. A refused one is read again. */
  async read(): Promise<PolicyProblem | null> {
    if (this.#isRead) return null
    const reading = await this.#parts.source.read()
    if (reading.kind === 'unusable') return reading.problem
    const found = reading.kind === 'none' ? null : reading.found
    const problem = found === null ? null : this.#findProblem(found)
    if (problem !== null) return problem
    this.#parts.policy.use(found)
    this.#isRead = true
    return null
  }

  /**
   * Makes or changes the profiles of the policy, before anything else uses the history. Returns why that is not possible,
   * or null; then nothing was changed. Errors: those of storage.
   */
  async store({ reader, writer }: OpenStorage): Promise<PolicyProblem | null> {
    const { policy, clock } = this.#parts
    const stored = await reader.listProfiles()
    const records: ProfileRecord[] = []
    for (const [index, managed] of policy.profiles.entries()) {
      const existing = stored.find(({ profileId }) => profileId === managed.profileId) ?? null
      const isMoved = existing !== null && isElsewhere(managed, existing)
      // Its orders would be looked up where they are not, and a real charge would look refused.
      if (isMoved && (await hasBoundOrder(reader, managed.profileId))) {
        this.#isRead = false
        return {
          path: policy.path ?? '',
          cause: 'profile-has-orders',
          place: placeOf(index),
          detail: null,
        }
      }
      const input = { ...managed, safetyLevel: existing?.safetyLevel ?? ('confirm' as const) }
      // The key is bound to the login and the address that it was entered for.
      const hasSecret = existing?.hasSecret === true && !isMoved
      const record = recordOf(input, existing, clock.nowMs(), { hasSecret })
      if (existing === null || !isSame(record, existing)) records.push(record)
    }
    for (const record of records) await writer.saveProfile(record)
    const [first] = policy.profiles
    if (first !== undefined && (await reader.getState()).activeProfileId === null)
      await writer.setActiveProfile(first.profileId)
    return null
  }

  /** The rules that a profile of a person must keep as well. */
  #findProblem({ path, policy }: FoundPolicy): PolicyProblem | null {
    for (const [index, managed] of policy.profiles.entries())
      try {
        const input = { ...managed, safetyLevel: 'confirm' as const }
        requireAllowedAddress(input, this.#parts.allowLoopback)
        requireDistinctRoutes(input)
        requireSaleRules(input)
      } catch (error) {
        const [field] = error instanceof AppError ? Object.entries(error.details.fields ?? {}) : []
        if (field === undefined) throw error
        const [name, detail] = field
        return { path, cause: 'not-valid', place: placeOf(index, keyOf(name)), detail }
      }
    return null
  }
}

/** `profile.routes.1.id` of a form is `routes.1.id` of the policy, where the address is no part of a target. */
function keyOf(name: string): string {
  return name.replace(/^profile\./, '').replace(/^target\./, '')
}

function placeOf(index: number, key?: string): string {
  return ['profiles', String(index), ...(key === undefined ? [] : [key])].join('.')
}

function isElsewhere(managed: ManagedProfile, existing: StoredProfile): boolean {
  return (
    existing.environment !== managed.target.kind ||
    isBoundElsewhere({ ...managed, safetyLevel: 'confirm' }, existing)
  )
}

/** True when saving the record would change nothing. The order of the keys does not matter. */
function isSame(record: ProfileRecord, existing: StoredProfile): boolean {
  return sortedJson(record) === sortedJson(existing)
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
