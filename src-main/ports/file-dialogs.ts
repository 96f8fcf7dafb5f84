/** A kind of file that the app writes or reads. */
export type FileFormat = 'csv' | 'xlsx' | 'json' | 'jsonl' | 'db'

/**
 * The dialogs of the operating system in which a person chooses a file. The window never names a path. Null = the person
 * chose none.
 */
export interface FileDialogs {
  /** @param suggestion `name` is without folder and extension. */
  chooseTarget(suggestion: { readonly name: string; readonly format: FileFormat }): Promise<string | null>
  /** Asks for a file and writes the text, or its parts, to it; rejects with the file system's error. */
  saveText(
    suggestion: { readonly name: string; readonly format: FileFormat },
    text: string | AsyncIterable<string>,
  ): Promise<{ readonly fileName: string } | null>
  /** A file that exists. */
  chooseSource(): Promise<string | null>
  /** Shows a file in the file manager. */
  showInFolder(file: string): void
}
