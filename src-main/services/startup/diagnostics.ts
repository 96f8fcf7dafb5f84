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
  /** Its name is part of paths, and is left out. */
  readonly homeFolder: string
}

/**
 * What a support person asks first, as JSON text: versions, system, state of the parts, settings and the last warnings and
 * errors of the logs. It holds no name of a person, login, key or card.
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
    return homeFolder === '' ? text : text.replaceAll(JSON.stringify(homeFolder).slice(1, -1), '~')
  }
}

function stateOf(state: AppState) {
  const { start, keychain, storage, online, simulator, callbackListener, counts, proof, recovery } = state
  return {
    ...{ start: start.kind, keychain, storage, online, simulator, counts, recovery },
    callbackListener: callbackListener.kind,
    proof: { finding: proof.finding?.kind ?? null, isAnchored: proof.isAnchored },
    operators: state.operators.list.length,
    missingCharges: state.missingCharges.length,
    unreadableProfiles: state.unreadableProfiles.length,
    clockSkewsMs: state.clockSkews.map(({ skewMs }) => skewMs),
    dataFolder: state.dataFolder,
  }
}

/** Without the name of the person. */
function settingsOf({ settings: { theme, density, detailPx, timeZone } }: AppState) {
  return { theme, density, detailPx, timeZone }
}
