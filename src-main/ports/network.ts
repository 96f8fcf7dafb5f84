/** Whether the operating system reports a network. Used to pause polling; it proves nothing about the gateway. */
export interface NetworkState {
  isOnline(): boolean
  onChange(listener: (online: boolean) => void): void
}
