import { clipboard } from 'electron'

/** Writes text to the clipboard. The window has no permission for it. */
export async function copyText(text: string): Promise<void> {
  await clipboard.writeText(text)
}
