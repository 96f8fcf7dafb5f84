import vue from '@vitejs/plugin-vue'
import { resolve } from 'node:path'
import { defineConfig } from 'electron-vite'
import { compiledMessages } from './scripts/lib/compiled-messages.mjs'
import { checkShippedPackages } from './scripts/lib/shipped-packages.mjs'

/** The checkout: electron-vite is always started there. */
const here = process.cwd()

/** Chosen, so that the page's content policy can name it. */
const devServer = { host: '127.0.0.1', port: 5173 }

// Targets are those of the oldest Electron the app must run on (the stand-in for machines that cannot download one).
export default defineConfig(({ command, mode }) => {
  // The development loop and the builds for tests are apps of their own: they never change what was built.
  const app = command === 'serve' ? 'dev' : mode
  const out = resolve(here, app === 'production' ? 'out' : `out/${app}/out`)
  return {
    main: {
      plugins: [checkShippedPackages('main')],
      build: {
        target: 'node20',
        outDir: resolve(out, 'main'),
        // Bundled, so that each thread and process loads one small file; only native modules stay outside.
        externalizeDeps: {
          exclude: [
            'zod',
            'currency-codes',
            'csv-stringify',
            'csv-parse',
            'electron-updater',
            'fflate',
            'ipaddr.js',
            'sax',
            'yauzl',
          ],
        },
        sourcemap: true,
        rollupOptions: {
          input: {
            index: resolve(here, 'src-main/index.ts'),
            'db-writer': resolve(here, 'src-main/db/worker/writer-worker.ts'),
            'db-reader': resolve(here, 'src-main/db/worker/reader-worker.ts'),
            'order-export': resolve(here, 'src-main/order-files/export-worker.ts'),
            'order-import': resolve(here, 'src-main/order-files/import-worker.ts'),
            'db-care': resolve(here, 'src-main/db/worker/care-worker.ts'),
            keychain: resolve(here, 'src-main/secrets/keychain-process.ts'),
            simulator: resolve(here, 'src-main/simulator/main.ts'),
          },
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      plugins: [checkShippedPackages('preload')],
      build: {
        target: 'node20',
        outDir: resolve(out, 'preload'),
        sourcemap: true,
        rollupOptions: {
          input: { index: resolve(here, 'src-main/preload/index.ts') },
          // A sandboxed preload must be one CommonJS file.
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
    renderer: {
      root: resolve(here, 'src-renderer'),
      // Every component, also those of the libraries, is written with a setup function.
      plugins: [
        vue({ features: { optionsAPI: false } }),
        compiledMessages(),
        checkShippedPackages('renderer'),
      ],
      server: {
        ...devServer,
        strictPort: true,
        // The page is at app://desk and would look for the socket there. The overlay needs more than its policy allows.
        hmr: { protocol: 'ws', host: devServer.host, clientPort: devServer.port, overlay: false },
      },
      build: {
        target: 'chrome130',
        outDir: resolve(out, 'renderer'),
        emptyOutDir: true,
        minify: true,
        modulePreload: { polyfill: false },
        // One file of styles, so that their order does not depend on which screen was opened first.
        cssCodeSplit: false,
        rollupOptions: {
          input: resolve(here, 'src-renderer/index.html'),
          // What several screens use is one file, because each file of the start is a request to main.
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
        },
      },
    },
  }
})
