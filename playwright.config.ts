import os from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from './e2e/chromium.ts'
import { ON_BOTH_DATABASES } from './e2e/databases.ts'

/**
 * As low as the engine's children (src/engine/host/start-child.ts). With pages of two other workers above them a run of a small picture took minutes, and
 * what draws its progress meanwhile took the processor.
 */
const PRIORITY = 10
if (os.getPriority() < PRIORITY) os.setPriority(PRIORITY)

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
 * office; each says so (e2e/databases.ts). The others ask the server nothing there that its own tests do not ask on
 * both databases (decision 0019).
 */
const isOnPostgres = process.env.TEST_DATABASE_URL !== undefined

const PHONE = /\.phone\.e2e\.ts$/
/**
 * What money and pictures depend on goes first: on a slow machine the last journeys find no time (decision 0232), and by the alphabet those were
 * always the same.
 */
const FIRST = /\/(first-run|history|office|purchase[\w-]*|sign-in|tool-states|topaz|two-factor|whole-way)\.e2e\.ts$/
const onDesktop = { ...chromium, viewport: { width: 1440, height: 900 } }

// Three workers, each with a service of its own (journey-test.ts): two leave two cores idle for much of the time (decision 0196). CI tries a failed
// journey once more and names it (scripts/test.ts).
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  workers: 3,
  retries: Number(process.env.TEST_RETRIES ?? 0),
  timeout: 180_000,
  // A machine half as quick, with three pages at work, took 15 s for a dialog that is there in one (2026-11-27). Only what fails waits so long.
  expect: { timeout: 30_000 },
  forbidOnly: true,
  ...(isOnPostgres && { grep: new RegExp(ON_BOTH_DATABASES.tag) }),
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 40_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Journeys see every request themselves; those of the installed app allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    { name: 'desktop first', testMatch: FIRST, use: onDesktop },
    {
      name: 'phone',
      testMatch: PHONE,
      use: { ...chromium, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    { name: 'desktop', testIgnore: [PHONE, FIRST], use: onDesktop },
  ],
})
