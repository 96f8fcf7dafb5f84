import { computed, onActivated, onBeforeUnmount, onDeactivated, onMounted, shallowReactive } from 'vue'

/** An action on what is open in a screen. */
export interface ScreenAction {
  readonly text: string
  /** Its key on that screen; empty = none. */
  readonly keys: string
  /** Why it is disabled; null = it is enabled. */
  readonly disabledReason: string | null
  readonly run: () => unknown
}

/** The actions on what is open, such as an order; `title` names it. */
export interface ScreenActions {
  readonly title: string
  /** True when the title names a person. */
  readonly isPersonal?: boolean
  readonly actions: readonly ScreenAction[]
}

type Offer = () => ScreenActions | null

const offers = shallowReactive<Offer[]>([])

/** Offers actions in the command bar while the calling component is shown. Null = nothing is open. */
export function useScreenActions(offer: Offer): void {
  const bind = () => {
    if (!offers.includes(offer)) offers.push(offer)
  }
  const release = () => {
    const at = offers.indexOf(offer)
    if (at >= 0) offers.splice(at, 1)
  }
  onMounted(bind)
  onActivated(bind)
  onDeactivated(release)
  onBeforeUnmount(release)
}

/** The actions on what is open in the shown screen; null = nothing is open. */
export function useOfferedActions() {
  return computed<ScreenActions | null>(() => offers.at(-1)?.() ?? null)
}
