import path from 'node:path'

/** The checkout's root folder. */
export const projectRoot = path.resolve(import.meta.dirname, '..', '..')

/** Where builds, pictures and test reports go. */
export const outFolder = path.join(projectRoot, 'out')
