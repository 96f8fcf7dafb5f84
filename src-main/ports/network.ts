/** Whether the machine believes it has a network; a hint for pausing, never proof of anything. */
export interface NetworkState {
  isOnline(): boolean
  onChange(listener: (online: boolean) => void): void
}
