import type { InstallCommand } from '../../src-shared/domain/update'
import type { PackageKind } from '../../src-shared/domain/update-manifest'

/** How a checked package becomes the installed version on this computer. */
export type UpdateInstaller =
  | {
      /** The system asks for an administrator, never the app: the person runs a command. */
      readonly by: 'person'
      readonly kind: PackageKind
      commandFor(file: string): InstallCommand
      /** Shows the file in the file manager. */
      show(file: string): void
    }
  | {
      readonly by: 'app'
      readonly kind: PackageKind
      /**
       * Gives the file to the installer of the system, which starts after the app has quit, and quits the app. Rejects
       * when the installer refuses the file; then the app goes on.
       */
      install(update: UpdateToInstall): Promise<void>
    }

export interface UpdateToInstall {
  readonly file: string
  readonly version: string
  /** Lower-case hexadecimal. */
  readonly sha512: string
}
