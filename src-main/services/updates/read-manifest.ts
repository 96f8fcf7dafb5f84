import { createPublicKey, verify } from 'node:crypto'
import type { UpdateProblem } from '../../../src-shared/domain/update'
import {
  manifestSignaturePrefix,
  maxManifestBytes,
  signedManifest,
  updateManifest,
  type UpdateManifest,
} from '../../../src-shared/domain/update-manifest'
import { fail, ok, type Result } from '../../../src-shared/util/result'

/**
 * The manifest in what the update server sent. Its content is read only after the signature was checked. Any error of the
 * check is a refusal.
 * @param publicKeys Ed25519 keys as SubjectPublicKeyInfo in base64; one of them must fit
 */
export function readManifest(
  sent: Uint8Array,
  publicKeys: readonly string[],
): Result<UpdateManifest, UpdateProblem> {
  if (sent.byteLength > maxManifestBytes) return fail('too-large')
  const signed = signedManifest.safeParse(jsonOf(Buffer.from(sent).toString('utf8')))
  if (!signed.success) return fail('unreadable')
  const { manifest, signature } = signed.data
  if (!publicKeys.some((key) => isSignedBy(key, manifest, signature))) return fail('not-signed')
  const read = updateManifest.safeParse(jsonOf(manifest))
  return read.success ? ok(read.data) : fail('unreadable')
}

function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    // Another kind of key would be checked by other rules.
    if (key.asymmetricKeyType !== 'ed25519') return false
    const signed = Buffer.from(manifestSignaturePrefix + text, 'utf8')
    return verify(null, signed, key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
