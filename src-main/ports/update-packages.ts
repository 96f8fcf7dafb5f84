import type { UpdateProblem } from '../../src-shared/domain/update'
import type { PackageFile } from '../../src-shared/domain/update-manifest'
import type { Result } from '../../src-shared/util/result'

/** The update folder on its server, and the downloaded packages on this computer. Nothing rejects. */
export interface UpdatePackages {
  /** The signed manifest as it was sent. Nothing of it was checked but its size. */
  readManifest(signal: AbortSignal): Promise<Result<Uint8Array, UpdateProblem>>
  /**
   * Downloads a package, or finishes an interrupted download. Ok = the file is on disk with the size and the hash that
   * were given; a file with other content was removed.
   */
  download(
    file: PackageFile,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Result<void, UpdateProblem>>
  /** The path of a downloaded package, after its size and hash were checked once more. */
  checked(file: PackageFile): Promise<Result<string, UpdateProblem>>
  /** Removes all downloaded packages but those with this name. */
  removeAllBut(name: string | null): Promise<void>
}
