/** A text as it is compared in a search: one form for composed letters, small letters. */
function folded(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase()
}

/** Whether one of the texts holds what was typed, whatever the case and the way its letters are composed. */
export function fitsText(typed: string, texts: readonly (string | null)[]): boolean {
  const wanted = folded(typed.trim())
  return texts.some((text) => text !== null && folded(text).includes(wanted))
}
