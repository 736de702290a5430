import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 60_000, hookTimeout: 120_000 }

// Two projects: `server` touches a database and runs once per home of it (scripts/test.ts); `unit` is everything else.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.{test,conformance}.{ts,tsx}'],
          exclude: ['src/**/server/**'],
        },
      },
      { test: { ...shared, name: 'server', include: ['src/**/server/**/*.test.ts'] } },
    ],
  },
})
