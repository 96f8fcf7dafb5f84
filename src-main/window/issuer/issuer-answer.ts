/** A part of a posted body, as Electron reports it. */
export interface UploadPart {
  readonly bytes?: Uint8Array
  readonly file?: string
  readonly blobUUID?: string
}

export type AnswerField = { readonly name: string; readonly value: string }

/** The fields of a posted form, or the reason why it is not a form. */
export type PostedForm =
  | { readonly kind: 'form'; readonly fields: readonly AnswerField[] }
  | { readonly kind: 'no-form'; readonly failure: 'answer-empty' | 'answer-too-long' | 'answer-unreadable' }

/** Limit of a posted body. A PaRes has at most 10,240 characters. */
const maxBytes = 262_144

/** Reads a form that an issuer's page posted: URL-encoded, in one or several parts. */
export function readPostedForm(parts: readonly UploadPart[] | undefined): PostedForm {
  const chunks = parts ?? []
  if (
    chunks.some((part) => part.bytes === undefined || part.file !== undefined || part.blobUUID !== undefined)
  )
    return { kind: 'no-form', failure: 'answer-unreadable' }
  const body = Buffer.concat(chunks.map((part) => part.bytes ?? new Uint8Array()))
  if (body.length === 0) return { kind: 'no-form', failure: 'answer-empty' }
  if (body.length > maxBytes) return { kind: 'no-form', failure: 'answer-too-long' }
  // The content type is not known here. A multipart form is recognised by its boundary.
  if (body.subarray(0, 2).toString('latin1') === '--')
    return { kind: 'no-form', failure: 'answer-unreadable' }
  const fields = decodeForm(body)
  return fields.length === 0 ? { kind: 'no-form', failure: 'answer-empty' } : { kind: 'form', fields }
}

/** Decodes the form encoding exactly once: `+` is a space, %XX is a byte, all other characters stay unchanged. */
export function decodeForm(body: Uint8Array): AnswerField[] {
  const text = Buffer.from(body).toString('latin1')
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const split = pair.indexOf('=')
      const [name, value] = split < 0 ? [pair, ''] : [pair.slice(0, split), pair.slice(split + 1)]
      return { name: decodePart(name), value: decodePart(value) }
    })
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function decodePart(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_whole, digits: string) => String.fromCharCode(parseInt(digits, 16)))
  return utf8.decode(Buffer.from(bytes, 'latin1'))
}
