const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser turns both line ends into one, and a value must arrive as it was.
  '\r': '&#13;',
  '\n': '&#10;',
}

/** Text that stands for itself inside markup and inside a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'\r\n]/g, (character) => entities[character] ?? character)
}
