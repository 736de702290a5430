import { defineConfig } from 'vitest/config'
import { startsBundledChildren } from './scripts/testing/bundled-programs.ts'
import { testsThatMock } from './scripts/testing/tests-that-mock.ts'
import { testsWithoutDatabase } from './scripts/testing/without-database.ts'

// CI tries a failed test once more and names it (scripts/test.ts).
const retry = Number(process.env.TEST_RETRIES ?? 0)
// Waiting for a state costs nothing where it comes at once; a machine with other work needs more than the tool's own second.
const shared = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } }, retry }

const SERVER = 'src/**/server/**/*.test.ts'
const WEB = ['src/**/web/**/*.{test,conformance}.{ts,tsx}', 'src/app/**/*.test.{ts,tsx}']
const WEB_SETUP = ['src/platform/web/testing/settle-dom.ts', 'src/platform/web/testing/all-error-texts.ts']
/** They put a module in another's place, or watch what happens once in a page's life: the first start of the program, and of its auth state, which then listens for good. */
const WEB_ALONE = [
  ...testsThatMock(import.meta.dirname, WEB),
  'src/app/app-providers.test.tsx',
  'src/features/account/web/session/start-auth.test.ts',
  // What a page of another file left listening hears what this one plays as another tab.
  'src/features/account/web/session/auth-state-store.test.ts',
]

/** `npm test` has bundled what tests start as processes (scripts/testing/bundled-programs.ts). */
const { TEST_PROGRAMS } = process.env
const SERVER_PLUGINS = TEST_PROGRAMS ? [startsBundledChildren(TEST_PROGRAMS)] : []

/** Beside those that put a module in another's place: it signs people in at the program of before, so passwords are hashed as the product does. */
const SERVER_ALONE = [
  ...testsThatMock(import.meta.dirname, [SERVER]),
  'src/app/server/tests/service/rolling-upgrade.test.ts',
]

/** On a PostgreSQL server runs what can tell the two homes apart; the rest has run on the embedded database (decision 0217). */
const RUN_ONCE = process.env.TEST_DATABASE_URL
  ? [
      ...testsWithoutDatabase(import.meta.dirname),
      ...(JSON.parse(process.env.LEFT_OUT_ON_POSTGRES ?? '[]') as string[]),
    ]
  : []

// The two of the server touch a database and run once per home of it (scripts/test.ts); the other projects are the unit tests.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'rulebook',
          // Pure functions over tables: nothing to keep apart, so modules load once per worker.
          isolate: false,
          include: ['src/rulebook/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'engine',
          include: ['src/engine/**/*.{test,conformance}.ts', '{scripts,emulators}/**/*.test.ts'],
          // Planted violations, one of them in a test's name.
          exclude: ['scripts/boundaries/fixture/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          setupFiles: WEB_SETUP,
          // As on the server: modules, and the document, once per worker. Measured: 141 instead of 229 s of processor time (decision 0213).
          isolate: false,
          include: WEB,
          exclude: ['src/**/server/**', ...WEB_ALONE],
        },
      },
      {
        test: {
          ...shared,
          name: 'web-alone',
          // A thread per file instead of a process. Measured on 6 files: 17.8 instead of 21.3 s of processor time.
          pool: 'threads',
          setupFiles: WEB_SETUP,
          include: WEB_ALONE,
          exclude: ['src/**/server/**'],
        },
      },
      {
        plugins: SERVER_PLUGINS,
        test: {
          ...shared,
          name: 'server',
          setupFiles: [
            'src/features/account/server/testing/cheap-password-hash.ts',
            'scripts/testing/record-statements.ts',
          ],
          // The service's modules load once per worker instead of once per file. Measured on 32 files: 122 instead of 182 s of processor time.
          isolate: false,
          include: [SERVER, 'src/features/*/*.test.ts'],
          exclude: [...SERVER_ALONE, ...RUN_ONCE],
        },
      },
      { plugins: SERVER_PLUGINS, test: { ...shared, name: 'server-alone', include: SERVER_ALONE } },
    ],
  },
})
