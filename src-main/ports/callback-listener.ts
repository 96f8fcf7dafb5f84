import type { CallbackListenerState } from '../../src-shared/domain/callback'
import type { AnswerField } from '../../src-shared/domain/exchange'

/** A callback as text, before anybody believes it. */
export interface RawCallback {
  /** Fields in wire order, raw: `control` and whatever else came. */
  readonly fields: readonly AnswerField[]
}

/** Knows the form of callbacks (facts, section 5): both spellings, GET and POST, whole URLs, log lines. */
export interface CallbackReader {
  /** Every callback in a text, one per line at most; lines without any are counted. */
  read(text: string): { readonly callbacks: readonly RawCallback[]; readonly unreadableLines: number }
  /** The fields by their meaning, whatever the spelling; null = absent, empty or unreadable. */
  meaning(callback: RawCallback): CallbackMeaning
  /** Compares the control with the one that the key gives, in constant time; false when a signed field is unreadable. */
  isControlRight(callback: RawCallback, controlKey: string): boolean
  /** Fields as they may be stored and shown. */
  masked(callback: RawCallback, secrets: readonly string[]): readonly AnswerField[]
}

/** What a callback says. Values as given. */
export interface CallbackMeaning {
  readonly status: string | null
  readonly type: string | null
  readonly gatewayOrderId: string | null
  readonly clientOrderId: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly hasControl: boolean
  /** Every other field by the name that a status answer gives it. */
  readonly asStatusFields: ReadonlyMap<string, string>
}

/**
 * Listens on 127.0.0.1 only, at an address with a secret part; answers 200 to what it could hand over and 503 to what it
 * could not, so that it is repeated. Refuses what comes from a web page, and more than a callback's due of connections,
 * requests and bytes.
 */
export interface CallbackListener {
  state(): CallbackListenerState
  /** Errors: none; a port that is taken shows as `failed`. */
  start(port: number): Promise<CallbackListenerState>
  stop(): Promise<void>
  /** One listener; `text` is the query string or the body. Rejecting makes the sender try again. */
  onCallback(listener: (text: string) => Promise<void>): void
}
