import type { Policy, PolicyProblem } from '../../src-shared/domain/policy'

/** A policy with the path of its file. */
export interface FoundPolicy {
  readonly path: string
  readonly policy: Policy
}

/** The policy of the administrator on disk. A file that is there and wrong is never read as none. */
export type PolicyReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly found: FoundPolicy }
  | { readonly kind: 'unusable'; readonly problem: PolicyProblem }

/** Where the policy comes from. */
export interface PolicySource {
  /** Errors: none. */
  read(): Promise<PolicyReading>
}
