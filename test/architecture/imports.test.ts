import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import rules from '../../.dependency-cruiser.mjs'

const root = join(import.meta.dirname, '../..')
const folders = ['src-shared', 'src-main', 'src-renderer']

/** What a file imports that it may not, and the rule that refuses it. */
type Plant = readonly [rule: string, file: string, target: string]

/** Folders that may import nothing of another one but what the table says; one import each that the table does not know. */
const wrongFolders: readonly Plant[] = [
  ['src-shared: our files', 'src-shared/domain/a.ts', 'src-main/platform/clock.ts'],
  ['src-main/app: our files', 'src-main/app/a.ts', 'src-renderer/router.ts'],
  ['src-main: our files', 'src-main/index.ts', 'src-renderer/router.ts'],
  ['src-main/preload: our files', 'src-main/preload/a.ts', 'src-shared/ipc/contract.ts'],
  ['src-main/window: our files', 'src-main/window/a.ts', 'src-main/services/common/operator.ts'],
  ['src-main/ipc: our files', 'src-main/ipc/a.ts', 'src-main/db/storage.ts'],
  ['src-main/services: our files', 'src-main/services/common/a.ts', 'src-main/gateway/control.ts'],
  ['src-main/ports: our files', 'src-main/ports/a.ts', 'src-main/platform/clock.ts'],
  ['src-main/gateway: our files', 'src-main/gateway/a.ts', 'src-main/db/storage.ts'],
  ['src-main/db: our files', 'src-main/db/a.ts', 'src-main/gateway/control.ts'],
  ['src-main/order-files: our files', 'src-main/order-files/a.ts', 'src-main/gateway/control.ts'],
  ['src-main/updates: our files', 'src-main/updates/a.ts', 'src-main/gateway/control.ts'],
  ['src-main/secrets: our files', 'src-main/secrets/a.ts', 'src-main/services/common/operator.ts'],
  ['src-main/platform: our files', 'src-main/platform/a.ts', 'src-main/ports/storage.ts'],
  ['src-main/simulator: our files', 'src-main/simulator/a.ts', 'src-main/gateway/control.ts'],
  ['src-renderer: our files', 'src-renderer/main.ts', 'src-main/db/storage.ts'],
  ['src-renderer/app: our files', 'src-renderer/app/a.ts', 'src-renderer/ipc/desk-client.ts'],
  ['src-renderer/views: our files', 'src-renderer/views/home/A.vue', 'src-renderer/ipc/desk-client.ts'],
  ['src-renderer/stores: our files', 'src-renderer/stores/a.ts', 'src-renderer/views/home/HomeView.vue'],
  [
    'src-renderer/components: our files',
    'src-renderer/components/frame/A.vue',
    'src-renderer/stores/home.ts',
  ],
  ['src-renderer/composables: our files', 'src-renderer/composables/a.ts', 'src-renderer/stores/home.ts'],
  ['src-renderer/ipc: our files', 'src-renderer/ipc/a.ts', 'src-renderer/stores/home.ts'],
  ['src-renderer/messages: our files', 'src-renderer/messages/a.ts', 'src-renderer/stores/home.ts'],
  ['src-renderer/charts: our files', 'src-renderer/charts/a.ts', 'src-renderer/messages/index.ts'],
  ['src-renderer/theme: our files', 'src-renderer/theme/a.ts', 'src-renderer/messages/index.ts'],
]

const wrongPackages: readonly Plant[] = [
  ['src-shared: packages', 'src-shared/domain/b.ts', 'electron'],
  ['src-main/app: packages', 'src-main/app/b.ts', 'keytar'],
  ['src-main: packages', 'src-main/index.ts', 'keytar'],
  ['src-main/preload: packages', 'src-main/preload/b.ts', 'zod'],
  ['src-main/window: packages', 'src-main/window/b.ts', 'better-sqlite3'],
  ['src-main/ipc: packages', 'src-main/ipc/b.ts', 'better-sqlite3'],
  ['src-main/services: packages', 'src-main/services/common/b.ts', 'electron'],
  ['src-main/ports: packages', 'src-main/ports/b.ts', 'zod'],
  ['src-main/db: packages', 'src-main/db/b.ts', 'keytar'],
  ['src-main/updates: packages', 'src-main/updates/b.ts', 'electron'],
  ['src-main/secrets: packages', 'src-main/secrets/b.ts', 'better-sqlite3'],
  ['src-main/platform: packages', 'src-main/platform/b.ts', 'electron'],
  ['src-main/simulator: packages', 'src-main/simulator/b.ts', 'electron'],
  ['src-renderer: packages', 'src-renderer/main.ts', 'electron'],
  ['src-renderer/app: packages', 'src-renderer/app/b.ts', 'pinia'],
  ['src-main/order-files: packages', 'src-main/order-files/b.ts', 'zod'],
  ['src-renderer/views: packages', 'src-renderer/views/home/B.vue', 'pinia'],
  ['src-renderer/stores: packages', 'src-renderer/stores/b.ts', 'naive-ui'],
  ['src-renderer/components: packages', 'src-renderer/components/frame/B.vue', 'pinia'],
  ['src-renderer/composables: packages', 'src-renderer/composables/b.ts', 'naive-ui'],
  ['src-renderer/ipc: packages', 'src-renderer/ipc/b.ts', 'vue'],
  ['src-renderer/messages: packages', 'src-renderer/messages/b.ts', 'vue'],
  ['src-renderer/charts: packages', 'src-renderer/charts/b.ts', 'pinia'],
  ['src-renderer/theme: packages', 'src-renderer/theme/b.ts', 'vue'],
  ['currency codes are read in one place', 'src-shared/domain/c.ts', 'currency-codes'],
  // Of the two packages that hold data and secrets, each has one folder.
  ['src-main/gateway: packages', 'src-main/gateway/b.ts', 'better-sqlite3'],
  ['src-main/gateway: packages', 'src-main/gateway/c.ts', 'keytar'],
  ['src-main/services: packages', 'src-main/services/common/c.ts', 'better-sqlite3'],
  ['src-main/services: packages', 'src-main/services/common/d.ts', 'keytar'],
]

const wrongModules: readonly Plant[] = [
  ['src-shared: modules of Node', 'src-shared/domain/d.ts', 'node:fs'],
  ['src-main/preload: modules of Node', 'src-main/preload/d.ts', 'node:fs'],
  ['src-main/ipc: modules of Node', 'src-main/ipc/d.ts', 'node:fs'],
  ['src-main/services: modules of Node', 'src-main/services/common/e.ts', 'node:https'],
  ['src-main/ports: modules of Node', 'src-main/ports/d.ts', 'node:fs'],
  ['src-renderer: modules of Node', 'src-renderer/main.ts', 'node:fs'],
  ['src-renderer/app: modules of Node', 'src-renderer/app/d.ts', 'node:fs'],
  ['src-renderer/views: modules of Node', 'src-renderer/views/home/D.vue', 'node:fs'],
  ['src-renderer/stores: modules of Node', 'src-renderer/stores/d.ts', 'node:fs'],
  ['src-renderer/components: modules of Node', 'src-renderer/components/frame/D.vue', 'node:fs'],
  ['src-renderer/composables: modules of Node', 'src-renderer/composables/d.ts', 'node:fs'],
  ['src-renderer/ipc: modules of Node', 'src-renderer/ipc/d.ts', 'node:fs'],
  ['src-renderer/messages: modules of Node', 'src-renderer/messages/d.ts', 'node:fs'],
  ['src-renderer/charts: modules of Node', 'src-renderer/charts/d.ts', 'node:fs'],
  ['src-renderer/theme: modules of Node', 'src-renderer/theme/d.ts', 'node:fs'],
]

const wrongRooms: readonly Plant[] = [
  [
    'src-main/services/common: rooms below it',
    'src-main/services/common/up.ts',
    'src-main/services/access/x.ts',
  ],
  [
    'src-main/services/access: rooms below it',
    'src-main/services/access/up.ts',
    'src-main/services/announcing/x.ts',
  ],
  [
    'src-main/services/announcing: rooms below it',
    'src-main/services/announcing/up.ts',
    'src-main/services/following/x.ts',
  ],
  [
    'src-main/services/browser-steps: rooms below it',
    'src-main/services/browser-steps/up.ts',
    'src-main/services/announcing/x.ts',
  ],
  [
    'src-main/services/consent: rooms below it',
    'src-main/services/consent/up.ts',
    'src-main/services/following/x.ts',
  ],
  [
    'src-main/services/following: rooms below it',
    'src-main/services/following/up.ts',
    'src-main/services/charge/x.ts',
  ],
  [
    'src-main/services/cards: rooms below it',
    'src-main/services/cards/up.ts',
    'src-main/services/following/x.ts',
  ],
  [
    'src-main/services/proof: rooms below it',
    'src-main/services/proof/up.ts',
    'src-main/services/access/x.ts',
  ],
  [
    'src-main/services/callbacks: rooms below it',
    'src-main/services/callbacks/up.ts',
    'src-main/services/orders/x.ts',
  ],
  [
    'src-main/services/charge: rooms below it',
    'src-main/services/charge/up.ts',
    'src-main/services/three-ds/x.ts',
  ],
  [
    'src-main/services/export: rooms below it',
    'src-main/services/export/up.ts',
    'src-main/services/orders/x.ts',
  ],
  [
    'src-main/services/import: rooms below it',
    'src-main/services/import/up.ts',
    'src-main/services/orders/x.ts',
  ],
  [
    'src-main/services/orders: rooms below it',
    'src-main/services/orders/up.ts',
    'src-main/services/charge/x.ts',
  ],
  [
    'src-main/services/profiles: rooms below it',
    'src-main/services/profiles/up.ts',
    'src-main/services/startup/x.ts',
  ],
  [
    'src-main/services/three-ds: rooms below it',
    'src-main/services/three-ds/up.ts',
    'src-main/services/startup/x.ts',
  ],
  [
    'src-main/services/startup: rooms below it',
    'src-main/services/startup/up.ts',
    'src-main/services/data-care/x.ts',
  ],
  [
    'src-main/services/data-care: rooms below it',
    'src-main/services/data-care/up.ts',
    'src-main/services/updates/x.ts',
  ],
  [
    'src-main/services/updates: rooms below it',
    'src-main/services/updates/up.ts',
    'src-main/services/data-care/x.ts',
  ],
  ['src-main/services: every file is in a room', 'src-main/services/a.ts', 'src-main/services/common/x.ts'],
  ['src-main/db/(?:file|migrations): rooms below it', 'src-main/db/file/up.ts', 'src-main/db/tables/x.ts'],
  ['src-main/db/tables: rooms below it', 'src-main/db/tables/up.ts', 'src-main/db/queries/x.ts'],
  ['src-main/db/queries: rooms below it', 'src-main/db/queries/up.ts', 'src-main/db/top.ts'],
  ['src-main/db/[^/]+\\.ts: rooms below it', 'src-main/db/top.ts', 'src-main/db/worker/x.ts'],
  ['src-main/db: every file is in a room', 'src-main/db/attic/up.ts', 'src-main/db/file/x.ts'],
  [
    'src-renderer/components/controls: rooms below it',
    'src-renderer/components/controls/Up.vue',
    'src-renderer/components/frame/SideNav.vue',
  ],
  [
    'src-renderer/components: every file is in a room',
    'src-renderer/components/A.vue',
    'src-renderer/components/controls/AppIcon.vue',
  ],
  [
    'a screen uses no other screen’s files',
    'src-renderer/views/home/E.vue',
    'src-renderer/views/orders/OrdersView.vue',
  ],
]

const others: readonly Plant[] = [
  ['nothing reaches the simulator by import', 'src-main/app/e.ts', 'src-main/simulator/server/server.ts'],
  ['every file has a place in the table', 'src-main/attic/a.ts', 'src-shared/domain/order.ts'],
  ['every import leads somewhere', 'src-main/app/f.ts', 'left-pad'],
  ...['http', 'https', 'http2', 'net', 'tls', 'dgram'].map((module): Plant => [
    'connections are opened in the gateway folder, the updates, the simulator and its host',
    `src-main/window/${module}.ts`,
    `node:${module}`,
  ]),
  ['other programs are started in one place', 'src-main/secrets/d.ts', 'node:child_process'],
  ['no text becomes code', 'src-main/gateway/d.ts', 'node:vm'],
  ['no circle', 'src-shared/domain/one.ts', 'src-shared/domain/two.ts'],
]

const plants = [...wrongFolders, ...wrongPackages, ...wrongModules, ...wrongRooms, ...others]

async function look(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(folders, { ...rules.options, baseDir, ruleSet: rules, validate: true })
  return output as ICruiseResult
}

describe('the rule of who may import whom', () => {
  let house = ''
  let broken: readonly string[] = []

  beforeAll(async () => {
    house = await realpath(await mkdtemp(join(tmpdir(), 'rebill-desk-imports-')))
    const write = (file: string, text: string, flag: 'a' | 'wx' = 'a') => {
      mkdirSync(dirname(join(house, file)), { recursive: true })
      writeFileSync(join(house, file), text, { flag })
    }
    for (const [, file, target] of plants) {
      const isFile = target.startsWith('src-')
      // An import of a type counts as well.
      const from = isFile
        ? `${'../'.repeat(file.split('/').length - 1)}${target.replace(/\.ts$/, '')}`
        : target
      const statement = `import type { X } from '${from}'\nexport type Y${target.length} = X\n`
      write(file, file.endsWith('.vue') ? `<script setup lang="ts">\n${statement}</script>\n` : statement)
      if (isFile) write(target, '')
      else if (!target.startsWith('node:') && target !== 'left-pad')
        write(`node_modules/${target}/index.js`, '')
    }
    write('src-shared/domain/two.ts', "export type { X } from './one'\n")
    const { summary } = await look(house)
    broken = summary.violations.map(({ rule, from, to }) => `${rule.name} | ${from} | ${to}`)
  })

  afterAll(async () => {
    await rm(house, { recursive: true, force: true })
  })

  it.each(plants)('refuses by “%s” that %s imports %s', (rule, file, target) => {
    const name = target.replace(/^node:/, '')
    expect(
      broken.filter((each) => each.startsWith(`${rule} | ${file} | `) && each.includes(name)),
    ).not.toEqual([])
  })

  it('has a planted violation of each rule', () => {
    const names = (rules.forbidden ?? []).map(({ name = '' }) => name)
    expect([...new Set(plants.map(([rule]) => rule))].toSorted()).toEqual(names.toSorted())
  })
})

describe('the source', () => {
  it('keeps the rule, and uses every run-time dependency of package.json', async () => {
    const { modules, summary } = await look(root)
    expect(summary.violations).toEqual([])
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const imported = new Set(
      modules.flatMap(({ dependencies }) => dependencies.map(({ module }) => module.split('/')[0])),
    )
    expect(Object.keys(manifest.dependencies).filter((name) => !imported.has(name))).toEqual([])
  })
})
