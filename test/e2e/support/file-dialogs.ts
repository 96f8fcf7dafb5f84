import type { ElectronApplication } from 'playwright-core'

/**
 * Answers the next dialogs of the operating system for files, which no test can reach, with this path; null = the person
 * chose no file.
 */
export async function chooseFile(app: ElectronApplication, file: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    const canceled = chosen === null
    dialog.showSaveDialog = () => Promise.resolve({ canceled, filePath: chosen ?? '' })
    dialog.showOpenDialog = () => Promise.resolve({ canceled, filePaths: canceled ? [] : [chosen] })
  }, file)
}
