import type { InstallCommand } from '../../src-shared/domain/update'
import type { PackageKind } from '../../src-shared/domain/update-manifest'

/** Where the Debian package puts the app (scripts/package/debian.mjs). */
const debianFolder = '/opt/rebill-desk/'

/**
 * How this copy of the app was installed on Linux, by the path of its program. A build for
 * development counts as installed by the Debian package.
 */
export function packageKindOnLinux(program: string, isRelease: boolean): PackageKind {
  return !isRelease || program.startsWith(debianFolder) ? 'deb' : 'tar.xz'
}

/**
 * The command that installs a package on Linux. A Debian package needs an administrator, whom only the system may ask, so the
 * app starts nothing.
 */
export function linuxCommand(kind: PackageKind, file: string): InstallCommand {
  return kind === 'deb'
    ? { line: `sudo apt-get install ${quoted(file)}`, needsAdministrator: true }
    : { line: `tar -xJf ${quoted(file)}`, needsAdministrator: false }
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
