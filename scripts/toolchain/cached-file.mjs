import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../lib/script.mjs'

/** @param {string} file @returns {Promise<string>} base64 */
export async function sha512Of(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

/**
 * Refuses a program of the cache that is not what was put there. It would run with the keys of a developer's tests.
 * @param {string} file
 * @param {string} expected its SHA-512 in base64
 */
export async function requireUnchanged(file, expected) {
  const problem = `${file} was changed after it was put there, so it is not started. Remove it and start again.`
  requireSum(await sha512Of(file), expected, problem)
}

/**
 * @param {string} found base64
 * @param {string} expected base64
 * @param {string} problem what is wrong and what was not done, if they differ
 */
export function requireSum(found, expected, problem) {
  if (found === expected) return
  throw new Refusal(`${problem}\n  sha512 expected ${expected}\n  sha512 found    ${found}`)
}
