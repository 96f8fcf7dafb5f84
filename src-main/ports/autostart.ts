/** Whether the app starts, without a window, when this user logs in to the computer. The system keeps it. */
export interface Autostart {
  isOn(): Promise<boolean>
  /** Errors: `not-allowed-now` (reason `autostart-not-changed`) when the system does not take it. */
  set(isOn: boolean): Promise<void>
}
