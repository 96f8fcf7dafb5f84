/** A kind of file that the app writes or reads. */
export type FileFormat = 'csv' | 'xlsx' | 'db'

/**
 * The dialogs of the operating system in which a person chooses a file. The window never names a path. Null = the person
 * chose none.
 */
export interface FileDialogs {
  /** @param suggestion `name` is without folder and extension. */
  chooseTarget(suggestion: { readonly name: string; readonly format: FileFormat }): Promise<string | null>
  /** A file that exists. */
  chooseSource(): Promise<string | null>
  /** Shows a file in the file manager. */
  showInFolder(file: string): void
}
