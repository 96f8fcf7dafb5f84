import { z } from 'zod'
import { updateView } from '../domain/update'
import { nothing } from './contract-parts'

/** Commands about new versions of the app. */
export const updateCommands = {
  'updates.get': { kind: 'read', input: nothing, output: updateView },
  /** Asks the update server for its newest version. Downloads nothing. */
  'updates.check': { kind: 'write', input: nothing, output: updateView },
  /** Returns when the download has started; its progress arrives as events. */
  'updates.download': { kind: 'write', input: nothing, output: updateView },
  'updates.cancel': { kind: 'write', input: nothing, output: updateView },
  /** Checks the package once more and hands it over. Where the app installs it, main asks the person first. */
  'updates.install': { kind: 'write', input: nothing, output: updateView },
  /** Whether the app asks once a day by itself. */
  'updates.saveDaily': {
    kind: 'write',
    input: z.strictObject({ isDaily: z.boolean() }),
    output: updateView,
  },
} as const
