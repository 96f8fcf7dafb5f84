import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A source file of the project; the path is relative to the root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Every file below some folders whose name ends in one of the endings. */
export function sourceFiles(folders: readonly string[], endings: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter(
        (path) => endings.some((ending) => path.endsWith(ending)) && statSync(join(root, path)).isFile(),
      )
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  )
}

/** Paths of the files that match a pattern, in code or comments. */
export function filesWith(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}
