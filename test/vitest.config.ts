import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { refuseOldNode } from '../scripts/lib/script.mjs'

// On an older one the first test that opens a database would crash without a word.
refuseOldNode()

/** They need the small disk that a session has where it can mount one. */
const needSmallDisk = ['test/main/db/file/reading-alone.test.ts', 'test/scripts/toolchain/small-disk.test.ts']
const leftOut = process.env.REBILL_DESK_SMALL_DISK === undefined ? needSmallDisk : []

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [vue()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**', 'test/e2e/**', 'test/bench/**', ...leftOut],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'jsdom',
          testTimeout: 30_000,
          include: ['test/renderer/**/*.test.ts'],
          setupFiles: ['test/support/no-vue-warnings.ts'],
        },
      },
    ],
  },
})
