import { inOneSpelling } from '../../src-shared/domain/callback-comparison'
import type { FactName, SentName } from '../../src-shared/domain/facts'

/**
 * The wire names of known facts. Plain data, because the database threads get it too: what is stored keeps the names of
 * the gateway, and they become facts when they are read.
 */
export interface FactNames {
  /** Field of a status response -> fact. */
  readonly ofStatus: Readonly<Record<string, FactName>>
  /** Fields of a callback that a status response calls otherwise. */
  readonly ofCallback: Readonly<Record<string, FactName>>
  /** Parameter of a charge request -> what it is. */
  readonly ofRequest: Readonly<Record<string, SentName>>
}

/** Names for a storage that shows no facts: no field is known. */
export const noFactNames: FactNames = { ofStatus: {}, ofCallback: {}, ofRequest: {} }

/** The fact of a field of a callback, in any spelling; undefined for an unknown field. */
export function factOfCallback(names: FactNames, name: string): FactName | undefined {
  const spelled = inOneSpelling(name)
  return Object.hasOwn(names.ofCallback, spelled)
    ? names.ofCallback[spelled]
    : (factOfStatus(names, name) ?? factOfStatus(names, spelled))
}

/** The fact of a field of a status response; undefined for an unknown field. */
export function factOfStatus(names: FactNames, name: string): FactName | undefined {
  return Object.hasOwn(names.ofStatus, name) ? names.ofStatus[name] : undefined
}

/** What a parameter of a charge request is; undefined for an unknown one. */
export function sentNameOf(names: FactNames, name: string): SentName | undefined {
  return Object.hasOwn(names.ofRequest, name) ? names.ofRequest[name] : undefined
}
