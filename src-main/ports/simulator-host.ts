/** What the running simulator said of itself, and the data a fresh merchant plays with. */
export interface SimulatorInfo {
  /** Prefix and token included. */
  readonly baseUrl: string
  readonly login: string
  readonly controlKey: string
  readonly endpointId: string
  readonly endpointCurrency: string
  readonly groupId: string
  readonly cards: readonly {
    readonly cardRefId: string
    readonly nickname: string
    readonly customerReference: string
    readonly sourceClientOrderId: string
  }[]
  readonly orders: readonly { readonly clientOrderId: string; readonly gatewayOrderId: string }[]
}

/** The simulator's process. `start` is idempotent; errors: `simulator-unavailable`. */
export interface SimulatorHost {
  state(): 'stopped' | 'starting' | 'running' | 'failed'
  start(): Promise<SimulatorInfo>
  stop(): Promise<void>
  /** Makes the public part of a profile's RSA key known to the running simulator, as an operator would. PEM. */
  registerPublicKey(publicKey: string): Promise<void>
  /** Calls back when the process starts, stops or dies. */
  onChange(listener: () => void): void
}
