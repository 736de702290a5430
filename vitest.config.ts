import { defineConfig } from 'vitest/config'

// CI tries a failed test once more and names it (scripts/test.ts).
const retry = Number(process.env.TEST_RETRIES ?? 0)
// Waiting for a state costs nothing where it comes at once; a machine with other work needs more than the tool's own second.
const shared = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } }, retry }

// Two projects: `server` touches a database and runs once per home of it (scripts/test.ts); `unit` is everything else.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          setupFiles: ['src/platform/web/testing/settle-dom.ts', 'src/platform/web/testing/all-error-texts.ts'],
          include: ['src/**/*.{test,conformance}.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: ['src/**/server/**'],
        },
      },
      { test: { ...shared, name: 'server', include: ['src/**/server/**/*.test.ts'] } },
    ],
  },
})
