import { capture, lastLines } from '../lib/run.mjs'
import { Refusal } from '../lib/script.mjs'

/** Folders in which programs are installed, and those of them that change by themselves. */
const ROOTS = ['/etc', '/opt', '/usr', '/var']
const OWN_LIFE = ['/var/cache', '/var/lib/apt', '/var/lib/dpkg', '/var/log', '/var/tmp']

/** The names of Debian packages that are installed here. @returns {Promise<Set<string>>} */
export async function installedPackages() {
  const asked = await capture('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n'])
  if (asked.exitCode !== 0) throw new Refusal(`dpkg-query failed:\n${lastLines(asked)}`)
  const lines = asked.stdout.split('\n').map((line) => line.split(' '))
  return new Set(lines.filter(([, status]) => status !== 'not-installed').flatMap(([name]) => name || []))
}

/** All files and folders where a program could have left one. @returns {Promise<Set<string>>} */
export async function listSystemFiles() {
  const left = OWN_LIFE.flatMap((folder) => ['-path', folder, '-prune', '-o'])
  const found = await capture('find', [...ROOTS, '-xdev', ...left, '-print'])
  const files = new Set(found.stdout.split('\n').filter(Boolean))
  if (files.size < 1_000) throw new Refusal(`find read almost nothing:\n${lastLines(found)}`)
  return files
}
