import type { AppState } from '../../../src-shared/domain/app-state'
import type { Clock } from '../../platform/clock'
import { visibleJson } from '../../platform/visible-json'

const problemCount = 50

/** What the app runs on; it does not change while it runs. */
export interface SystemFacts {
  readonly platform: string
  readonly release: string
  readonly arch: string
  readonly locale: string
  readonly memoryGb: number
  readonly isPackaged: boolean
  readonly isSafeMode: boolean
  /** Left out of paths. */
  readonly homeFolder: string
}

/**
 * What a support person asks first, as JSON text: versions, system, state of the parts, settings and the last warnings and
 * errors of the logs. It holds no name of an operator or a customer, login, key or card.
 */
export class Diagnostics {
  readonly #parts

  constructor(parts: {
    readonly appState: { get(): Promise<AppState> }
    readonly system: SystemFacts
    /** The newest warnings and errors of the logs, which hold no secrets. */
    readonly recentProblems: (count: number) => Promise<readonly Readonly<Record<string, unknown>>[]>
    readonly copyText: (text: string) => Promise<void>
    readonly clock: Pick<Clock, 'nowMs'>
  }) {
    this.#parts = parts
  }

  async copy(): Promise<void> {
    await this.#parts.copyText(await this.text())
  }

  async text(): Promise<string> {
    const { appState, system, recentProblems, clock } = this.#parts
    const { homeFolder, ...shownSystem } = system
    const state = await appState.get()
    const text = visibleJson(
      {
        made: new Date(clock.nowMs()).toISOString(),
        versions: state.versions,
        standIn: state.standIn,
        system: { ...shownSystem, timeZone: state.systemTimeZone },
        state: stateOf(state),
        settings: settingsOf(state),
        profiles: state.profiles.map(({ environment, safetyLevel, secret, routes }) => ({
          ...{ environment, safetyLevel, secret, endpoints: routes.length },
        })),
        problems: await recentProblems(problemCount),
      },
      2,
    )
    return withoutPath(withoutPath(text, state.dataFolder, '<data folder>'), homeFolder, '~')
  }
}

/** A path may hold the name of a person. It is replaced where it ends or goes on below. */
function withoutPath(text: string, path: string, mark: string): string {
  if (path.length < 2) return text
  const inJson = JSON.stringify(path).slice(1, -1)
  return text
    .split(inJson)
    .reduce((before, after) => before + (/^[\w.-]/.test(after) ? inJson : mark) + after)
}

function stateOf(state: AppState) {
  const { start, keychain, storage, online, simulator, callbackListener, counts, proof, recovery } = state
  return {
    ...{ start: startOf(start), keychain, storage, online, simulator, counts, recovery },
    callbackListener: callbackListener.kind,
    proof: { finding: proof.finding?.kind ?? null, isAnchored: proof.isAnchored },
    operators: state.operators.list.length,
    policy: policyOf(state),
    missingCharges: state.missingCharges.length,
    unreadableProfiles: state.unreadableProfiles.length,
    clockSkewsMs: state.clockSkews.map(({ skewMs }) => skewMs),
  }
}

/** Null without a policy of an administrator. */
function policyOf({ policy }: AppState) {
  if (policy === null) return null
  const { path, isOtherProfilesOff, isListenerOff, leastSafety, profiles } = policy
  const managed = profiles.filter(({ isManaged }) => isManaged).length
  return { path, isOtherProfilesOff, isListenerOff, leastSafety, profiles: managed }
}

/** Without the path of the history. */
function startOf(start: AppState['start']) {
  switch (start.kind) {
    case 'storage-unavailable':
    case 'storage-damaged':
      return { kind: start.kind, reason: start.reason }
    default:
      return start
  }
}

/** Without the name of the person. */
function settingsOf({ settings: { theme, density, detailPx, timeZone } }: AppState) {
  return { theme, density, detailPx, timeZone }
}
