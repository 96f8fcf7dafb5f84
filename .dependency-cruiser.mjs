/**
 * Who may import whom, and the only place of that rule. `npm run lint` checks it, `.vue` files and imports of types
 * included; test/architecture/imports.test.ts plants a violation of each rule.
 */

/**
 * What the files of a place may import besides each other.
 * @typedef {object} Place
 * @property {string} name
 * @property {string} files pattern of their paths
 * @property {string[]} ours patterns of our own files
 * @property {string[]} packages npm packages
 * @property {'all' | string[]} node modules that are built into Node
 */

const shared = '^src-shared/'
const ports = '^src-main/ports/'
const platform = '^src-main/platform/'
const [stores, components, composables, messages, theme, charts] = [
  'stores',
  'components',
  'composables',
  'messages',
  'theme',
  'charts',
].map((room) => `^src-renderer/${room}/`)
const sharedViews = '^src-renderer/views/shared/'

/** @type {Place[]} */
const places = [
  place('src-shared', { packages: ['zod', 'currency-codes'] }),

  place('src-main/app', {
    ours: ['^src-main/', shared, '^package\\.json$'],
    packages: ['electron', 'zod'],
    node: 'all',
  }),
  {
    ...place('src-main', { ours: ['^src-main/', shared], packages: ['electron'], node: 'all' }),
    files: '^src-main/index\\.ts$',
  },
  place('src-main/preload', {
    ours: ['^src-shared/ipc/(?:bridge|plain-data)\\.ts$', '^src-shared/util/'],
    packages: ['electron'],
  }),
  place('src-main/window', { ours: [shared, platform, ports], packages: ['electron', 'zod'], node: 'all' }),
  place('src-main/ipc', {
    ours: [shared, platform, ports, '^src-main/services/'],
    packages: ['electron', 'zod'],
    node: ['crypto'],
  }),
  place('src-main/services', { ours: [shared, platform, ports], node: ['crypto'] }),
  place('src-main/ports', { ours: [shared] }),
  place('src-main/gateway', { ours: [shared, platform, ports], node: 'all' }),
  place('src-main/db', { ours: [shared, platform, ports], packages: ['better-sqlite3', 'zod'], node: 'all' }),
  place('src-main/order-files', {
    ours: [shared, ports, '^src-main/db/'],
    packages: ['csv-stringify', 'csv-parse', 'fflate', 'sax', 'yauzl'],
    node: 'all',
  }),
  place('src-main/updates', {
    ours: [shared, platform, ports, '^src-main/gateway/connect\\.ts$'],
    packages: ['electron-updater', 'zod'],
    node: 'all',
  }),
  place('src-main/secrets', { ours: [shared, platform, ports], packages: ['keytar', 'zod'], node: 'all' }),
  place('src-main/platform', { ours: [shared], packages: ['ipaddr.js'], node: 'all' }),
  place('src-main/simulator', { ours: [shared], packages: ['zod', 'currency-codes'], node: 'all' }),

  {
    ...place('src-renderer', {
      ours: ['^src-renderer/', shared],
      packages: ['vue', 'vue-router', 'pinia', 'naive-ui'],
    }),
    files: '^src-renderer/[^/]+$',
  },
  place('src-renderer/app', {
    ours: [stores, components, composables, messages, theme, sharedViews, shared],
    packages: ['vue', 'vue-router', 'naive-ui', '@vueuse/core'],
  }),
  place('src-renderer/views', {
    ours: [stores, components, composables, messages, theme, charts, shared],
    packages: ['vue', 'vue-router', 'naive-ui', 'zod', '@vueuse/core'],
  }),
  place('src-renderer/stores', {
    ours: ['^src-renderer/ipc/', messages, shared],
    packages: ['vue', 'pinia', '@vueuse/core'],
  }),
  place('src-renderer/components', {
    ours: [composables, messages, theme, shared],
    packages: ['vue', 'naive-ui', '@vicons/tabler', '@vueuse/core'],
  }),
  place('src-renderer/composables', {
    ours: [messages, shared],
    packages: ['vue', 'vue-router', '@vueuse/core'],
  }),
  place('src-renderer/ipc', { ours: [shared], packages: ['zod'] }),
  place('src-renderer/messages', { ours: [shared], packages: ['intl-messageformat'] }),
  place('src-renderer/charts', { packages: ['vue', 'echarts', '@vueuse/core'] }),
  place('src-renderer/theme', { ours: [shared], packages: ['naive-ui', '@fontsource-variable/inter'] }),
]

/** Rooms from the lowest floor up: a room uses those of lower floors, and none beside it. */
const floors = {
  'src-main/services': [
    ['common'],
    ['access', 'proof'],
    ['announcing', 'browser-steps', 'consent'],
    ['following', 'cards'],
    ['callbacks', 'charge', 'export', 'import', 'orders', 'profiles', 'three-ds'],
    ['startup'],
    ['data-care', 'updates'],
  ],
  // The files on top stand between the tables and the threads.
  'src-main/db': [['(?:file|migrations)'], ['tables'], ['queries'], ['[^/]+\\.ts'], ['worker']],
  'src-renderer/components': [['controls'], ['frame']],
}

/**
 * @param {string} name
 * @param {{ ours?: string[], packages?: string[], node?: 'all' | string[] }} allowed
 * @returns {Place}
 */
function place(name, { ours = [], packages = [], node = [] }) {
  return { name, files: `^${name}/`, ours, packages, node }
}

/** @param {Place} place */
function rulesOf({ name, files, ours, packages, node }) {
  return [
    {
      name: `${name}: our files`,
      severity: 'error',
      from: { path: files },
      to: {
        path: '^(?:src-|test/|scripts/|[^/]+$)',
        pathNot: [files, ...ours],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: `${name}: packages`,
      severity: 'error',
      from: { path: files },
      to: { path: '^node_modules/', pathNot: packages.map((each) => `^node_modules/${each}/`) },
    },
    ...(node === 'all'
      ? []
      : [
          {
            name: `${name}: modules of Node`,
            severity: 'error',
            from: { path: files },
            to: { dependencyTypes: ['core'], pathNot: node.map((each) => `^(?:node:)?${each}$`) },
          },
        ]),
  ]
}

/** @param {[string, string[][]]} rooms */
function floorRulesOf([folder, levels]) {
  const all = levels.flat()
  const paths = (/** @type {string[]} */ rooms) => rooms.map((room) => `^${folder}/${room}(?:/|$)`)
  const outside = {
    name: `${folder}: every file is in a room`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: paths(all) },
    to: {},
  }
  const below = levels.flatMap((rooms, level) =>
    rooms.map((room) => ({ room, allowed: [room, ...levels.slice(0, level).flat()] })),
  )
  return [
    outside,
    ...below
      .filter(({ allowed }) => allowed.length < all.length)
      .map(({ room, allowed }) => ({
        name: `${folder}/${room}: rooms below it`,
        severity: 'error',
        from: { path: paths([room]) },
        to: { path: `^${folder}/`, pathNot: paths(allowed) },
      })),
  ]
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...places.flatMap(rulesOf),
    ...Object.entries(floors).flatMap(floorRulesOf),
    {
      name: 'no circle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every import leads somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'every file has a place in the table',
      severity: 'error',
      from: { path: '^src-', pathNot: places.map(({ files }) => files) },
      to: {},
    },
    {
      name: 'currency codes are read in one place',
      comment: 'The simulator is another program and reads them itself.',
      severity: 'error',
      from: { pathNot: ['^src-shared/domain/money\\.ts$', '^src-main/simulator/'] },
      to: { path: '^node_modules/currency-codes/' },
    },
    {
      name: 'nothing reaches the simulator by import',
      comment: 'It is another program, and the app must not behave otherwise because of it.',
      severity: 'error',
      from: { pathNot: '^src-main/simulator/' },
      to: { path: '^src-main/simulator/' },
    },
    {
      name: 'connections are opened in the gateway folder, the updates, the simulator and its host',
      severity: 'error',
      from: {
        pathNot: ['^src-main/(?:gateway|updates|simulator)/', '^src-main/app/simulator-process\\.ts$'],
      },
      to: { path: '^(?:node:)?(?:https?|http2|net|tls|dgram)$', dependencyTypes: ['core'] },
    },
    {
      name: 'other programs are started in one place',
      severity: 'error',
      from: { pathNot: '^src-main/secrets/keychain-backend\\.ts$' },
      to: { path: '^(?:node:)?child_process$', dependencyTypes: ['core'] },
    },
    {
      name: 'no text becomes code',
      severity: 'error',
      from: {},
      to: { path: '^(?:node:)?vm$', dependencyTypes: ['core'] },
    },
    {
      name: 'a screen uses no other screen’s files',
      comment: 'What several screens share is in views/shared.',
      severity: 'error',
      from: { path: '^src-renderer/views/([^/]+)/' },
      to: { path: '^src-renderer/views/', pathNot: ['^src-renderer/views/$1/', sharedViews] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Also what is imported for its types only.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.vue', '.mjs', '.js', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
