/** Whether a person is at the computer. */
export interface Presence {
  /** Time since the last key press or movement of the mouse, in ms. */
  idleMs(): number
  /** True while the screen of the computer is locked, where the system tells. */
  isScreenLocked(): boolean
  /** Calls `listener` when the screen is locked and before the computer sleeps. */
  onLeave(listener: () => void): void
}
