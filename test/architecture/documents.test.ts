import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = ['src-main', 'src-shared', 'src-renderer', 'test', 'scripts', 'docs', 'resources']
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, join(entry.parentPath, entry.name))),
)

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...files.filter((file) => file.startsWith('docs/') && file.endsWith('.md')),
]

/** Backticked texts with a slash at the end that are no folders: a part of a path at the gateway. */
const notFolders: ReadonlySet<string> = new Set(['group/', '/api/', '/api/v2/'])

/** What a document names that does not exist. */
function missingIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const links = matches(text, /\]\(([^)#]+)[^)]*\)/g)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !existsSync(join(root, dirname(document), target)))
  const inBackticks = matches(text, /`([^`\n]+)`/g)
  // Also in a block of commands. What follows a placeholder such as <screen> is not looked for.
  const whole = matches(
    text,
    /(?<![\w./-])((?:src-main|src-shared|src-renderer|test|scripts|docs)\/[\w./-]*)/g,
  )
  const missing = whole.map((path) => path.replace(/\.$/, '')).filter((path) => !existsSync(join(root, path)))
  return [...links, ...missing, ...inBackticks.filter((name) => isPathEnd(name) && !hasPathEnd(name))]
}

/** True for the end of a path: `charge-sender.ts`, `access/polling-stops.ts` or `components/frame/`. */
function isPathEnd(name: string): boolean {
  if (/^(?:out|node_modules)\//.test(name) || notFolders.has(name)) return false
  return /^[\w.-]+(?:\/[\w.-]+)*(?:\.(?:ts|vue|mjs|css|md)|\/)$/.test(name)
}

function hasPathEnd(end: string): boolean {
  if (existsSync(join(root, end))) return true
  return files.some((file) => (end.endsWith('/') ? `/${file}`.includes(`/${end}`) : file.endsWith(`/${end}`)))
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((found) => found[1] ?? '')
}

describe('what the documents name', () => {
  it.each(documents)('%s names only files and folders that exist', (document) => {
    expect(missingIn(document)).toEqual([])
  })
})
