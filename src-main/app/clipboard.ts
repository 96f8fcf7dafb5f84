import { clipboard } from 'electron'

/** Writes text to the clipboard; the window has no permission to do so itself. */
export async function copyText(text: string): Promise<void> {
  await clipboard.writeText(text)
}
