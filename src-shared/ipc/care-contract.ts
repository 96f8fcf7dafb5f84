import { z } from 'zod'
import { appState } from '../domain/app-state'
import { backupSchedule, careState, historyCopy } from '../domain/data-care'
import { nothing } from './contract-parts'

const copies = z.object({ copies: z.array(historyCopy) })

/** Backups of the history. The window never names a path: main shows the dialogs. */
export const careCommands = {
  /** Makes a backup and checks it. Resolves when it is done; the state of the app tells how far it is. */
  'history.backUp': {
    kind: 'write',
    input: z.strictObject({ where: z.enum(['app-folder', 'choose']) }),
    output: careState,
  },
  'history.stopBackup': { kind: 'write', input: nothing, output: careState },
  'history.saveSchedule': { kind: 'write', input: backupSchedule, output: careState },
  /** The copies in the folders of the app, newest first. */
  'backups.list': { kind: 'read', input: nothing, output: copies },
  /** Shows a dialog; an empty list when the person cancelled it. */
  'history.chooseCopy': { kind: 'write', input: nothing, output: copies },
  /** Checks a copy and puts it in the place of the history, which is kept. The window then starts anew. */
  'history.restore': {
    kind: 'write',
    input: z.strictObject({ name: z.string().min(1).max(200) }),
    output: appState,
  },
  'history.check': { kind: 'write', input: nothing, output: appState },
} as const satisfies Record<string, { kind: 'read' | 'write'; input: z.ZodType; output: z.ZodType }>
