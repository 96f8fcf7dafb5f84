/** The only origin that our window loads. */
export const trustedOrigin = 'app://desk'

/** The parts of an Electron frame that are checked. */
export interface Frame {
  readonly origin: string
  readonly parent: Frame | null
}

/** The parts of Electron’s WebContents that are checked. */
export interface Contents {
  readonly id: number
  readonly mainFrame: Frame
  isDestroyed(): boolean
  send(channel: string, ...parameters: unknown[]): void
  once(event: 'destroyed', listener: () => void): unknown
}

/** The sender of a message. The frame is null once it has navigated or was destroyed. */
export interface SenderOfMessage {
  readonly sender: Contents
  readonly senderFrame: Frame | null
}

/** Why a sender is refused. */
export type SenderProblem = 'unknown-window' | 'no-frame' | 'sub-frame' | 'wrong-origin'

/** The windows that this app created. Other senders are refused and receive no events. */
export class TrustedSenders {
  readonly #contents = new Map<number, Contents>()

  /** Trusts a window until it is destroyed. */
  add(contents: Contents): void {
    const { id } = contents
    this.#contents.set(id, contents)
    contents.once('destroyed', () => this.#contents.delete(id))
  }

  /** Null when the message comes from the main frame of one of our windows while it shows our pages. */
  problemOf({ sender, senderFrame }: SenderOfMessage): SenderProblem | null {
    if (this.#contents.get(sender.id) !== sender || sender.isDestroyed()) return 'unknown-window'
    if (senderFrame === null) return 'no-frame'
    try {
      if (senderFrame.parent !== null || senderFrame !== sender.mainFrame) return 'sub-frame'
      return senderFrame.origin === trustedOrigin ? null : 'wrong-origin'
    } catch {
      // Electron throws when the frame was destroyed in the meantime.
      return 'no-frame'
    }
  }

  /** The windows that show our pages now. */
  present(): Contents[] {
    return [...this.#contents.values()].filter((contents) => {
      try {
        return !contents.isDestroyed() && contents.mainFrame.origin === trustedOrigin
      } catch {
        return false
      }
    })
  }
}
