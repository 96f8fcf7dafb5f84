import { readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Room {
  /** Folder or file, relative to the project; the longest that fits decides. */
  readonly place: string
  /** Our own folders it may import besides itself. */
  readonly ours: readonly string[]
  /** npm packages and `node:` modules it may import; a trailing `*` fits any rest. */
  readonly packages: readonly string[]
  /** Folders of which only types may be imported. */
  readonly typesOf?: readonly string[]
}

const shared = 'src-shared'
const ports = 'src-main/ports'
const platform = 'src-main/platform'

const rooms: readonly Room[] = [
  { place: 'src-shared', ours: [], packages: ['zod'] },
  { place: 'src-shared/domain/money.ts', ours: [shared], packages: ['currency-codes'] },
  {
    place: 'src-renderer',
    ours: [shared],
    packages: ['vue', 'vue-router', 'pinia', 'naive-ui', '@vicons/tabler', 'zod'],
  },
  { place: 'src-main/index.ts', ours: ['src-main', shared], packages: ['electron', 'node:*'] },
  {
    place: 'src-main/app',
    ours: ['src-main', shared, 'package.json'],
    packages: ['electron', 'zod', 'node:*'],
  },
  {
    place: 'src-main/preload',
    ours: ['src-shared/ipc/bridge.ts'],
    typesOf: [shared],
    packages: ['electron'],
  },
  { place: 'src-main/window', ours: [shared, platform, ports], packages: ['electron', 'zod', 'node:*'] },
  {
    place: 'src-main/ipc',
    ours: [shared, platform, ports, 'src-main/services'],
    packages: ['electron', 'zod', 'node:crypto'],
  },
  { place: 'src-main/services', ours: [shared, platform, ports], packages: ['node:crypto'] },
  { place: 'src-main/ports', ours: [shared], packages: [] },
  { place: 'src-main/gateway', ours: [shared, platform, ports], packages: ['node:*'] },
  { place: 'src-main/db', ours: [shared, platform, ports], packages: ['better-sqlite3', 'zod', 'node:*'] },
  { place: 'src-main/secrets', ours: [shared, platform, ports], packages: ['keytar', 'zod', 'node:*'] },
  { place: 'src-main/platform', ours: [shared], packages: ['node:*'] },
  { place: 'src-main/simulator', ours: [shared], packages: ['node:*', 'zod', 'currency-codes'] },
]

interface Import {
  readonly file: string
  readonly target: string
  readonly isTypeOnly: boolean
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (name) => /\.(ts|vue)$/.test(name) && !name.endsWith('.d.ts') && statSync(join(root, name)).isFile(),
    )
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found: Import[] = []
  const statement = /(?:^|\n|>)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/g
  for (const match of text.matchAll(statement))
    found.push({ file, target: match[2] ?? '', isTypeOnly: match[1] !== undefined })
  for (const match of text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g))
    found.push({ file, target: match[1] ?? '', isTypeOnly: false })
  return found
}

function roomOf(file: string): Room | undefined {
  return rooms
    .filter((room) => file === room.place || file.startsWith(`${room.place}/`))
    .sort((a, b) => b.place.length - a.place.length)[0]
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function complaintAbout({ file, target, isTypeOnly }: Import): string | null {
  const room = roomOf(file)
  if (room === undefined) return `${file}: no rule for this folder; add it to the table in this test`
  if (target.startsWith('.')) {
    const path = normalize(join(dirname(file), target))
    const inside = (folder: string) =>
      path === folder || path === folder.replace(/\.ts$/, '') || path.startsWith(`${folder}/`)
    if (inside(room.place.replace(/\/[^/]+\.ts$/, ''))) return null
    const allowed = [...room.ours, ...(isTypeOnly ? (room.typesOf ?? []) : [])]
    // The simulator is another program: nothing reaches it by import, whatever else a folder may use.
    if (allowed.some(inside) && !path.startsWith('src-main/simulator')) return null
    return `${file} imports ${path}; ${room.place} may import ${room.ours.join(', ') || 'nothing of ours'}`
  }
  const name = builtinModules.includes(target) ? `node:${target}` : target
  const packageName = name.startsWith('node:')
    ? name
    : name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')
  if (room.packages.some((pattern) => fits(name, pattern) || fits(packageName, pattern))) return null
  return `${file} imports ${target}; ${room.place} may use ${room.packages.join(', ') || 'no package'}`
}

const sources = ['src-shared', 'src-main', 'src-renderer'].flatMap(sourceFiles)

describe('the house', () => {
  it('lets every folder import only what the table allows', () => {
    expect(sources.flatMap(importsOf).map(complaintAbout).filter(Boolean)).toEqual([])
  })

  it('reads imports at all', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(200)
  })

  it('refuses what the table does not allow', () => {
    const planted = [
      {
        file: 'src-renderer/views/home/HomeView.vue',
        target: '../../src-main/db/database',
        isTypeOnly: false,
      },
      { file: 'src-renderer/main.ts', target: 'electron', isTypeOnly: false },
      {
        file: 'src-main/services/charge/charge-service.ts',
        target: '../../gateway/control',
        isTypeOnly: false,
      },
      { file: 'src-main/gateway/control.ts', target: 'better-sqlite3', isTypeOnly: false },
      { file: 'src-main/app/compose.ts', target: '../simulator/server', isTypeOnly: false },
      { file: 'src-main/simulator/server/server.ts', target: '../../gateway/control', isTypeOnly: false },
      { file: 'src-main/preload/index.ts', target: '../../src-shared/ipc/contract', isTypeOnly: false },
      { file: 'src-shared/domain/order.ts', target: 'node:fs', isTypeOnly: false },
      { file: 'src-main/db/database.ts', target: 'left-pad', isTypeOnly: false },
    ]
    for (const bad of planted) expect(complaintAbout(bad), bad.target).toContain(bad.file)
  })

  it('uses every run-time dependency of package.json in a folder that may', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const used = new Set(sources.flatMap(importsOf).map((found) => found.target.split('/')[0]))
    for (const name of Object.keys(manifest.dependencies)) expect(used, name).toContain(name)
  })

  it('keeps the word simulator out of the code that must not branch on it', () => {
    const blind = [
      'src-main/db',
      'src-main/services/charge/charge-service.ts',
      'src-main/services/following/follower.ts',
    ]
    const offenders = blind
      .flatMap((place) => (place.endsWith('.ts') ? [place] : sourceFiles(place)))
      .filter(
        (file) => !file.includes('/migrations/') && /simulator/i.test(readFileSync(join(root, file), 'utf8')),
      )
    expect(offenders).toEqual([])
  })
})
