/** The only origin that our window is ever loaded from. */
export const trustedOrigin = 'app://desk'

/** A frame as Electron describes it. */
export interface Frame {
  readonly origin: string
  readonly parent: Frame | null
}

/** A window's contents as Electron describes them. */
export interface Contents {
  readonly id: number
  readonly mainFrame: Frame
  isDestroyed(): boolean
  send(channel: string, ...parameters: unknown[]): void
  once(event: 'destroyed', listener: () => void): unknown
}

/** Who sent a message; the frame is null once it has navigated or is gone. */
export interface SenderOfMessage {
  readonly sender: Contents
  readonly senderFrame: Frame | null
}

/** Why a sender is refused. */
export type SenderProblem = 'unknown-window' | 'no-frame' | 'sub-frame' | 'wrong-origin'

/** The windows that this app made itself; nobody else is listened to or told anything. */
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
      // Electron throws when a frame is asked that went away in the meantime.
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
