import { ipcMain } from 'electron'
import type { CallReceiver } from './register-commands'

/** The real receiver; the only file that touches `ipcMain`. */
export const electronReceiver: CallReceiver = ipcMain
