import { z } from 'zod'
import { releasedVersion } from './version'

/** The kinds of packages, by the ending of their file. Each is installed in its own way. */
export const packageKind = z.enum(['deb', 'tar.xz', 'exe', 'zip'])
export type PackageKind = z.infer<typeof packageKind>

/** The largest signed manifest. It has to fit the notes of a version. */
export const maxManifestBytes = 64 * 1024

const version = z.string().max(24).regex(releasedVersion)
const timeMs = z.number().int().min(0).max(8_640_000_000_000_000)

/** A package in the update folder. */
export const packageFile = z.strictObject({
  /** A file name without a folder, so that it leads nowhere else. */
  name: z
    .string()
    .max(120)
    .regex(/^[a-z0-9][a-z0-9._-]*$/),
  /** Platform and architecture, as Node names them: `linux-x64`. */
  system: z
    .string()
    .max(32)
    .regex(/^[a-z0-9]+-[a-z0-9]+$/),
  kind: packageKind,
  bytes: z.number().int().min(1).max(2_000_000_000),
  /** SHA-512 in lower-case hexadecimal. */
  sha512: z
    .string()
    .length(128)
    .regex(/^[0-9a-f]*$/),
})
export type PackageFile = z.infer<typeof packageFile>

/** What a release is, as its releaser signed it. An unknown field is refused: this version would not obey it. */
export const updateManifest = z.strictObject({
  format: z.literal(1),
  product: z.literal('rebill-desk'),
  version,
  /** When it was signed. A manifest that was signed before the newest known one is a replay. */
  signedAtMs: timeMs,
  /** From then on it is refused, so that nobody can keep this version from users of an older copy for ever. */
  expiresAtMs: timeMs,
  /** An older version than this must be updated by hand first. */
  minimumVersion: version,
  /** Share of the installations that are offered the version, in percent. */
  rollOut: z.number().int().min(0).max(100),
  /** What is new, as plain text. */
  notes: z.string().max(20_000),
  files: z.array(packageFile).min(1).max(20),
})
export type UpdateManifest = z.infer<typeof updateManifest>

/** The file of the update server: a manifest as JSON text, and the signature of exactly this text. */
export const signedManifest = z.strictObject({
  manifest: z.string(),
  /** Ed25519, in base64. */
  signature: z.string().max(200),
})

/** Put before the text that is signed, so that a signature for another purpose does not fit. */
export const manifestSignaturePrefix = 'rebill-desk update manifest 1\n'
