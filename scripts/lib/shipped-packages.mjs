/**
 * The npm packages whose code is in each part of the built app. A build that holds another one, or one less, fails: a
 * package is added here on purpose, after its licence was read. `npm run sbom` lists them.
 */
export const shippedPackages = {
  main: [
    'builder-util-runtime',
    'csv-parse',
    'csv-stringify',
    'currency-codes',
    'debug',
    'electron-updater',
    'fflate',
    'first-match',
    'fs-extra',
    'graceful-fs',
    'has-flag',
    'ipaddr.js',
    'js-yaml',
    'jsonfile',
    'lazy-val',
    'lodash.escaperegexp',
    'lodash.isequal',
    'ms',
    'nub',
    'pend',
    'sax',
    'semver',
    'supports-color',
    'universalify',
    'yauzl',
    'zod',
  ],
  preload: [],
  renderer: [
    '@css-render/plugin-bem',
    '@css-render/vue3-ssr',
    '@emotion/hash',
    '@formatjs/fast-memoize',
    '@formatjs/icu-messageformat-parser',
    '@juggle/resize-observer',
    '@vicons/tabler',
    '@vue/reactivity',
    '@vue/runtime-core',
    '@vue/runtime-dom',
    '@vue/shared',
    '@vueuse/core',
    '@vueuse/shared',
    'css-render',
    'currency-codes',
    'date-fns',
    'echarts',
    'evtd',
    'first-match',
    'intl-messageformat',
    'lodash-es',
    'naive-ui',
    'nub',
    'pinia',
    'seemly',
    'tslib',
    'vdirs',
    'vooks',
    'vue-router',
    'vueuc',
    'zod',
    'zrender',
  ],
  /** Beside the built files: the runtime, native modules, and the text face, which is copied. */
  files: ['@fontsource-variable/inter', 'better-sqlite3', 'electron', 'keytar'],
}

/**
 * Checks the list above when a part is built.
 * @param {'main' | 'preload' | 'renderer'} part
 * @returns {import('vite').Plugin}
 */
export function checkShippedPackages(part) {
  return {
    name: 'shipped-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      )
      const included = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id)
      const found = new Set(included.map(packageOf).filter((name) => name !== null))
      const listed = new Set(/** @type {readonly string[]} */ (shippedPackages[part]))
      const complaints = [
        ...[...found].filter((name) => !listed.has(name)).map((name) => `${name} is not listed`),
        ...[...listed].filter((name) => !found.has(name)).map((name) => `${name} is listed, but not in it`),
      ]
      if (complaints.length > 0)
        this.error(
          `The packages of ${part} differ from scripts/lib/shipped-packages.mjs: ${complaints.sort().join('; ')}`,
        )
    },
  }
}

/**
 * @param {string} id of a module, as a path
 * @returns {string | null} null for our own modules
 */
function packageOf(id) {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? null
}
