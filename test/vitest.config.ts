import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { refuseOldNode } from '../scripts/lib/script.mjs'
import { VITEST_CACHE } from '../scripts/lib/vitest-report.mjs'

// On an older one the first test that opens a database would crash without a word.
refuseOldNode()

/** They need the small disk that a session has where it can mount one. */
const needSmallDisk = [
  'test/main/db/file/reading-alone.proof.test.ts',
  'test/main/db/worker/backup-disk.proof.test.ts',
  'test/scripts/toolchain/small-disk.proof.test.ts',
]
const leftOut = process.env.REBILL_DESK_SMALL_DISK === undefined ? needSmallDisk : []
const proofs = 'test/**/*.proof.test.ts'
const rendererTests = 'test/renderer/**/*.test.ts'

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [vue()],
  test: {
    fsModuleCachePath: VITEST_CACHE,
    // By default one processor stays free.
    maxWorkers: '100%',
    // Ends a test that hangs, also on a machine many times slower than usual. It measures no speed.
    testTimeout: 120_000,
    // The files of one worker share their modules: loading Vue, its controls and the browser for each took most of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [rendererTests, proofs],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: [rendererTests],
          exclude: [proofs],
          setupFiles: ['test/support/no-vue-warnings.ts'],
        },
      },
      // Slow by nature: crashes and kills, races of processes, models, builds, the real keychain, a full disk.
      {
        extends: true,
        test: {
          name: 'proofs',
          environment: 'node',
          isolate: true,
          include: [proofs],
          exclude: ['test/renderer/**', ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer-proofs',
          environment: 'jsdom',
          include: ['test/renderer/**/*.proof.test.ts'],
          setupFiles: ['test/support/no-vue-warnings.ts'],
        },
      },
    ],
  },
})
