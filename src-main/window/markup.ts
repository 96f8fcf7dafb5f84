const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // An HTML parser normalises line ends, and a value must not change.
  '\r': '&#13;',
  '\n': '&#10;',
}

/** Escapes text for HTML and for quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"'\r\n]/g, (character) => entities[character] ?? character)
}
