import type { IconName } from './icons'

/** An action of a menu. */
export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly isDisabled?: boolean | undefined
  /** Why the item is disabled. */
  readonly reason?: string | null | undefined
  readonly isDanger?: boolean | undefined
}
