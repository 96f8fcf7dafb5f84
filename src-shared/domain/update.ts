import { z } from 'zod'

/** Why there is no update. With each of them the installed version stays as it is. */
export const updateProblem = z.enum([
  // The server or the way to it; the same step may work later.
  'unreachable',
  'no-answer',
  'server-error',
  'interrupted',
  'cancelled',
  // What came was refused.
  'redirected',
  'too-large',
  'unreadable',
  'not-signed',
  'expired',
  'replayed',
  'wrong-size',
  'wrong-content',
  // It is right, but not for this installation.
  'no-package',
  'version-too-old',
  // This computer.
  'disk-full',
  'not-stored',
  'not-installed',
])
export type UpdateProblem = z.infer<typeof updateProblem>

/** A newer version, from a manifest whose signature was checked. */
export const offeredUpdate = z.object({
  version: z.string(),
  signedAtMs: z.number().int(),
  bytes: z.number().int(),
  /** Plain text. */
  notes: z.string(),
})
export type OfferedUpdate = z.infer<typeof offeredUpdate>

/** How a person installs a package. */
export const installCommand = z.object({
  /** One line for a shell. */
  line: z.string(),
  /** The system asks for an administrator. Otherwise the package is unpacked where the person runs the command. */
  needsAdministrator: z.boolean(),
})
export type InstallCommand = z.infer<typeof installCommand>

/** How far the update is. Only a person leads from `offered` to `downloading`, and from `ready` to `handed-over`. */
export const updateStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('up-to-date') }),
  /** There is a newer version, which this installation is offered later. */
  z.object({ kind: z.literal('later'), version: z.string() }),
  z.object({ kind: z.literal('offered'), update: offeredUpdate }),
  z.object({ kind: z.literal('downloading'), update: offeredUpdate, bytes: z.number().int() }),
  /** The package is on this computer and was checked. */
  z.object({ kind: z.literal('ready'), update: offeredUpdate }),
  /** The package was checked once more. The command installs it; null = the app quits and its installer runs. */
  z.object({
    kind: z.literal('handed-over'),
    update: offeredUpdate,
    command: installCommand.nullable(),
  }),
  z.object({
    kind: z.literal('failed'),
    problem: updateProblem,
    /** The version that may be downloaded again; null = none is known. */
    update: offeredUpdate.nullable(),
    /** Only of `expired`: until when the manifest counted. */
    expiredAtMs: z.number().int().nullable(),
  }),
])
export type UpdateStep = z.infer<typeof updateStep>

/** The state of updates: the answer of every `updates` command and the payload of `updates.changed`. */
export const updateView = z.object({
  revision: z.number().int(),
  /** Host of the update folder; null = this build has none and asks nobody. */
  host: z.string().nullable(),
  /** The app asks once a day by itself. */
  isDaily: z.boolean(),
  lastCheckAtMs: z.number().int().nullable(),
  /** The app installs the package itself and quits for it; otherwise the person installs it with a command. */
  installsItself: z.boolean(),
  step: updateStep,
})
export type UpdateView = z.infer<typeof updateView>
