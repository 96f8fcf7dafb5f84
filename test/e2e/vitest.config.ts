import { defineConfig } from 'vitest/config'
import { VITEST_CACHE } from '../../scripts/lib/vitest-report.mjs'

/** These tests need the small disk or the recorded network of a session. It says so where it cannot make them. */
const leftOut = [
  ...(process.env.REBILL_DESK_SMALL_DISK === undefined ? ['test/e2e/reading-state-full-disk.e2e.ts'] : []),
  ...(process.env.REBILL_DESK_PACKETS === undefined ? ['test/e2e/{egress,network}.e2e.ts'] : []),
]

const pseudoWalk = 'test/e2e/screens/pseudo.screens.ts'

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    fsModuleCachePath: VITEST_CACHE,
    environment: 'node',
    // The windows of one session share its keychain, so only one can be open at a time.
    fileParallelism: false,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'e2e', include: ['test/e2e/*.e2e.ts'], exclude: leftOut, testTimeout: 120_000 },
      },
      // Minutes of mixed use, which are not a part of `npm test`.
      {
        extends: true,
        test: { name: 'capture', include: ['test/e2e/*.capture.ts'], testTimeout: 1_800_000 },
      },
      // Pictures of every screen: one long test per area of the app.
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['test/e2e/screens/*.screens.ts'],
          exclude: [pseudoWalk],
          testTimeout: 400_000,
        },
      },
      // A project of its own, so that it can run in the other session.
      { extends: true, test: { name: 'pseudo', include: [pseudoWalk], testTimeout: 400_000 } },
    ],
  },
})
