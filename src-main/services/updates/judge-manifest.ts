import { createHash } from 'node:crypto'
import type { UpdateChannel } from '../../../src-shared/domain/policy'
import type { UpdateProblem } from '../../../src-shared/domain/update'
import type { PackageFile, PackageKind, UpdateManifest } from '../../../src-shared/domain/update-manifest'
import { compareVersions } from '../../../src-shared/domain/version'

/** What a signed manifest is compared with. */
export interface Installation {
  readonly version: string
  /** As in `PackageFile`. */
  readonly system: string
  readonly kind: PackageKind
  readonly installationId: string
  readonly newestSignedAtMs: number
  readonly channel: UpdateChannel
}

export type Judgement =
  | { readonly kind: 'offer'; readonly file: PackageFile }
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly problem: UpdateProblem }

/**
 * What a signed manifest means for this installation. The signature proves who made it, and not that it is the newest
 * one, so its times are checked first.
 */
export function judgeManifest(manifest: UpdateManifest, here: Installation, nowMs: number): Judgement {
  if (nowMs >= manifest.expiresAtMs) return refused('expired')
  if (manifest.signedAtMs < here.newestSignedAtMs) return refused('replayed')
  // An older version is no error: a release that was withdrawn is replaced by a manifest of the version before.
  if (compareVersions(manifest.version, here.version) <= 0) return { kind: 'up-to-date' }
  if (compareVersions(here.version, manifest.minimumVersion) < 0) return refused('version-too-old')
  const file = manifest.files.find(({ system, kind }) => system === here.system && kind === here.kind)
  if (file === undefined) return refused('no-package')
  return isInRollOut(manifest, here) ? { kind: 'offer', file } : { kind: 'later' }
}

/**
 * The same answer for a version at every check, and another group of installations first at each version. The channel
 * `beta` is offered each version as soon as it is published, also one that no other installation is offered yet.
 */
function isInRollOut(
  { version, rollOut }: UpdateManifest,
  { channel, installationId }: Pick<Installation, 'channel' | 'installationId'>,
): boolean {
  if (channel === 'beta') return true
  const hash = createHash('sha256').update(`${installationId} ${version}`).digest()
  return hash.readUInt32BE(0) % 100 < rollOut
}

function refused(problem: UpdateProblem): Judgement {
  return { kind: 'refused', problem }
}
