import { z } from 'zod'
import { appState } from '../domain/app-state'
import { resolutionNote } from '../domain/charge'
import { backupSchedule, careState, historyCopy } from '../domain/data-care'
import { erasureEntry, erasurePreview } from '../domain/erasure'
import { refuseSplitCardNumber } from '../domain/fields'
import { id, nothing } from './contract-parts'

const copies = z.object({ copies: z.array(historyCopy) })

const person = { of: z.enum(['card', 'order']), id }
const months = z.number().int().min(1).max(240)

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
  /** Checks the whole audit chain. The state of the app tells how far it is and what was found. */
  'history.verify': { kind: 'write', input: nothing, output: appState },
  /** Saves the audit chain as a file that can be checked without the app; null when the person chose no file. */
  'history.saveProof': {
    kind: 'write',
    input: nothing,
    output: z.object({ fileName: z.string().nullable() }),
  },
  /** A person accepts what the proof of the history found. A deleted history is begun anew. */
  'history.accept': {
    kind: 'write',
    input: z.strictObject({ ...resolutionNote.shape }).superRefine(refuseSplitCardNumber('reason', 'name')),
    output: appState,
  },
  'history.check': { kind: 'write', input: nothing, output: appState },
  /** What an erasure of the person of a card or an order would do. */
  'erasureScope.get': { kind: 'read', input: z.strictObject(person), output: erasurePreview },
  /** Erases it; refused when the person has not `orders` orders, or one that is not final. Cannot be undone. */
  'erasures.erasePerson': {
    kind: 'write',
    input: z.strictObject({ ...person, orders: z.number().int().nonnegative() }),
    output: erasureEntry,
  },
  /** The log of erasures, newest first. */
  'erasures.list': { kind: 'read', input: nothing, output: z.object({ erasures: z.array(erasureEntry) }) },
  /** How many orders a retention rule would erase now. */
  'expiredOrders.count': {
    kind: 'read',
    input: z.strictObject({ months }),
    output: z.object({ orders: z.number().int() }),
  },
  /** Saves the rule; null = keep for ever. Switching it on needs the typed word. */
  'erasures.saveRetention': {
    kind: 'write',
    input: z.strictObject({ months: months.nullable(), typed: z.string().max(20) }),
    output: careState,
  },
} as const
