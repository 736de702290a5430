import { readdirSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from './e2e/chromium.ts'

const executablePath = await chromiumPath()
const chromium = {
  ...devices['Desktop Chrome'],
  channel: undefined,
  // Without a UTF-8 locale Chromium calls a download with a Chinese name "download".
  launchOptions: {
    executablePath,
    args: CHROMIUM_ARGS,
    env: { ...process.env, LANG: 'C.UTF-8' } as Record<string, string>,
  },
}

/**
 * On PostgreSQL run the journeys whose rows, locks and wake-ups cross several processes or transactions: runs, money, merging, the back
 * office. The others ask the server nothing there that its own tests do not ask on both databases (decision 0019).
 */
const ON_POSTGRESQL = [
  'admin-settings',
  'admin-users',
  'cancel',
  'first-run',
  'first-run.phone',
  'history',
  'leave-and-return',
  'merge',
  'operator',
  'restricted',
]
const isOnPostgres = process.env.TEST_DATABASE_URL !== undefined
if (isOnPostgres && process.env.TEST_WORKER_INDEX === undefined)
  console.log(`Journeys on PostgreSQL, the others run on PGlite alone (decision 0019): ${ON_POSTGRESQL.join(', ')}`)
const leftOut = (name: string) => !ON_POSTGRESQL.includes(name)
const leftOutHere = isOnPostgres
  ? readdirSync(new URL('e2e/', import.meta.url))
      .filter((file) => file.endsWith('.e2e.ts') && leftOut(file.replace('.e2e.ts', '')))
      .map((file) => `**/${file}`)
  : []

// Two workers, each with a service of its own (journey-test.ts). CI tries a failed journey once more and names it (scripts/test.ts).
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: Number(process.env.TEST_RETRIES ?? 0),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 20_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Journeys see every request themselves; those of the installed app allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['**/*.phone.e2e.ts', ...leftOutHere],
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.e2e.ts',
      testIgnore: leftOutHere,
      use: { ...chromium, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
})
