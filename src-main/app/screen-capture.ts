/** The part of Electron's window that is used. */
interface ProtectedWindow {
  setContentProtection(isOn: boolean): void
}

/** Keeps the window out of recordings and shared screens while it shows a secret. Linux has no way to do that. */
export class ScreenCapture {
  #window: ProtectedWindow | null = null
  #isHidden = false

  attachTo(window: ProtectedWindow): void {
    this.#window = window
    window.setContentProtection(this.#isHidden)
  }

  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.#window?.setContentProtection(isHidden)
  }

  /** The window is gone. */
  detach(): void {
    this.#window = null
  }
}
