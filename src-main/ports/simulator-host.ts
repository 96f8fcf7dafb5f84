/** A past order of the simulator's merchant. */
export interface SimulatorOrder {
  readonly clientOrderId: string
  readonly gatewayOrderId: string
  /** When the gateway accepted the payment. */
  readonly acceptedAtMs: number
}

/** The announcement of the running simulator, with its cards and past orders. */
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
  /** Orders that show a special case each. */
  readonly orders: readonly SimulatorOrder[]
  /** The merchant's other orders of the last months, newest first. */
  readonly past: readonly SimulatorOrder[]
}

/** The simulator's process. `start` is idempotent; errors: `simulator-unavailable`. */
export interface SimulatorHost {
  state(): 'stopped' | 'starting' | 'running' | 'failed'
  start(): Promise<SimulatorInfo>
  stop(): Promise<void>
  /** Registers the public part of a profile's RSA key (PEM) with the running simulator. */
  registerPublicKey(publicKey: string): Promise<void>
  /** Calls the listener when the process starts, stops or crashes. */
  onChange(listener: () => void): void
}
