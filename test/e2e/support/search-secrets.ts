/** All encodings in which a secret could appear in a file, a message or a heap. */
export function formsOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex')
  const texts = [
    secret,
    secret.toLowerCase(),
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
  ]
  return [...texts.map((text) => Buffer.from(text, 'utf8')), Buffer.from(secret, 'utf16le')]
}

/** Names of the artefacts that contain a secret in any encoding. */
export function foundIn(artefacts: ReadonlyMap<string, Buffer>, secret: string): string[] {
  const forms = formsOf(secret)
  return [...artefacts]
    .filter(([, content]) => forms.some((form) => content.includes(form)))
    .map(([name]) => name)
}

/** Names of the artefacts that contain a short code as a separate value, not as part of a longer number or word. */
export function foundAlone(artefacts: ReadonlyMap<string, Buffer>, code: string): string[] {
  const alone = new RegExp(`(?<![0-9A-Za-z.-])${code}(?![0-9A-Za-z.-])`)
  return [...artefacts].filter(([, content]) => alone.test(content.toString('latin1'))).map(([name]) => name)
}
