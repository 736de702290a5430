import { defineConfig } from 'vitest/config'

// Node 24 runs the server's TypeScript as it is; Vitest only adds the test runner around it.
export default defineConfig({
  test: {
    include: ['src/**/*.{test,conformance}.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
