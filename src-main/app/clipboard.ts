import { clipboard } from 'electron'

/** Writes text to the clipboard; the window has no permission to do so itself. */
export function copyText(text: string): Promise<void> {
  clipboard.writeText(text)
  return Promise.resolve()
}
