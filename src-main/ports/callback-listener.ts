import type { CallbackListenerState } from '../../src-shared/domain/callback'
import type { NamedField } from '../../src-shared/domain/exchange'

/** A callback as received, not verified. */
export interface RawCallback {
  /** All fields in wire order, unmasked, with `control`. */
  readonly fields: readonly NamedField[]
}

/** Reads callbacks in all their formats: names with hyphens or underscores, GET and POST, URLs, log lines. */
export interface CallbackReader {
  /** Every callback in a text, at most one in a line. Counts the lines without one. */
  read(text: string): { readonly callbacks: readonly RawCallback[]; readonly unreadableLines: number }
  /** The fields by meaning, for every spelling; null = absent, empty or unreadable. */
  meaning(callback: RawCallback): CallbackMeaning
  /** Verifies the control with the key, in constant time. False when a signed field is unreadable. */
  isControlRight(callback: RawCallback, controlKey: string): boolean
  /** The fields, masked for storing and showing. */
  masked(callback: RawCallback, secrets: readonly string[]): readonly NamedField[]
}

/** The content of a callback. Values are unchanged. */
export interface CallbackMeaning {
  readonly status: string | null
  readonly type: string | null
  readonly gatewayOrderId: string | null
  readonly clientOrderId: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly hasControl: boolean
}

/**
 * Listens on 127.0.0.1 only, at a path with a secret part. Answers 200 when the listener accepted the callback, else 503,
 * so that the sender repeats it. Refuses requests of web pages, and limits connections, requests and bytes.
 */
export interface CallbackListener {
  state(): CallbackListenerState
  /** Errors: none. A port in use gives the state `failed`. */
  start(port: number): Promise<CallbackListenerState>
  stop(): Promise<void>
  /** Sets the listener. `text` is the query string or the body. When it rejects, the sender tries again. */
  onCallback(listener: (text: string) => Promise<void>): void
}
