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

/** Journeys about what the browser does by itself: the database behind the service changes nothing in them (decision 0019). */
const BROWSER_ONLY = [
  'accessibility',
  'compare',
  'compare.phone',
  'before-hydration',
  'in-app-browser',
  'installable',
  'landing',
  'parameters',
  'routes',
  'shell',
  'stated-facts',
  'weight',
]
const leftOut = process.env.TEST_DATABASE_URL ? BROWSER_ONLY.map((name) => `**/${name}.e2e.ts`) : []
if (leftOut.length > 0 && process.env.TEST_WORKER_INDEX === undefined)
  console.log(`Journeys left out on PostgreSQL, because they are about the browser alone: ${BROWSER_ONLY.join(', ')}`)

/** Journeys whose people and pictures are their own, that change no setting and count no seconds: two workers take them at once (scripts/test.ts). */
const SIDE_BY_SIDE = [
  'accessibility',
  'account-screens',
  'bad-input',
  'compare',
  'devices',
  'history',
  'hostile-texts',
  'in-app-browser',
  'landing',
  'mail',
  'merge',
  'parameters',
  'phone',
  'product',
  'profile',
  'providers',
  'recovery-code',
  'routes',
  'sign-in',
  'two-factor',
].map((name) => `**/${name}.e2e.ts`)

// Journeys share one machine of two cores with the engine: one after the other, but for those side by side. CI tries a failed one once more and names it (scripts/test.ts).
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/browser',
  workers: 1,
  retries: Number(process.env.TEST_RETRIES ?? 0),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['json']],
  globalSetup: './e2e/global-setup.ts',
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
      name: 'side by side',
      testMatch: SIDE_BY_SIDE,
      testIgnore: leftOut,
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'alone',
      testIgnore: ['**/*.phone.e2e.ts', ...SIDE_BY_SIDE, ...leftOut],
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.e2e.ts',
      testIgnore: leftOut,
      use: { ...chromium, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
})
