import { dialog, type BrowserWindow } from 'electron'
import { basename, join } from 'node:path'
import { writeDurably } from '../platform/durable-file'
import type { FileDialogs } from '../ports/file-dialogs'

const filters = {
  csv: { name: 'CSV', extensions: ['csv'] },
  xlsx: { name: 'Excel workbook', extensions: ['xlsx'] },
  json: { name: 'JSON', extensions: ['json'] },
  jsonl: { name: 'JSON lines', extensions: ['jsonl'] },
  db: { name: 'Rebill Desk', extensions: ['db'] },
}

/** The dialogs of the operating system over the main window. */
export class SystemFileDialogs implements FileDialogs {
  readonly #folder: string
  readonly showInFolder: (file: string) => void
  #window: BrowserWindow | null = null

  /**
   * @param folder Where the first dialog starts.
   * @param showInFolder Electron's `shell.showItemInFolder`.
   */
  constructor(folder: string, showInFolder: (file: string) => void) {
    this.#folder = folder
    this.showInFolder = showInFolder
  }

  attachTo(window: BrowserWindow): void {
    this.#window = window
  }

  async chooseTarget({ name, format }: Parameters<FileDialogs['chooseTarget']>[0]): Promise<string | null> {
    const options = {
      defaultPath: join(this.#folder, `${name}.${format}`),
      filters: [filters[format]],
      properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
    }
    const chosen = await (this.#window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(this.#window, options))
    return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath
  }

  async saveText(
    suggestion: Parameters<FileDialogs['saveText']>[0],
    text: Parameters<FileDialogs['saveText']>[1],
  ): ReturnType<FileDialogs['saveText']> {
    const file = await this.chooseTarget(suggestion)
    if (file === null) return null
    await writeDurably(file, text)
    return { fileName: basename(file) }
  }

  async chooseSource(): Promise<string | null> {
    // All files: a backup may have got another name.
    const options = { defaultPath: this.#folder, properties: ['openFile' as const] }
    const chosen = await (this.#window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(this.#window, options))
    return chosen.canceled ? null : (chosen.filePaths[0] ?? null)
  }
}
