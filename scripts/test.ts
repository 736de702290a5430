// `npm test`: everything that can be run on this machine. Steps can be chosen: `npm test -- unit server postgres browser`;
// `npm test -- changed` runs the unit and server tests near what is not committed (or the last commit, where all is): testing/near-tests.ts.
// With TEST_RETRIES=1 (CI) a failed test is tried once more; one that then passes is named as flaky, never hidden. With TEST_MINUTES (CI) no
// journey begins after them and what is run again on PostgreSQL gets the minutes that are left; what found no time is named and counted as skipped (decision 0232).
// Ends with every test that did not simply pass and one line `N passed, N failed`; what could not run is listed with its reason.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from './pages/built-pages.ts'
import { programOf, TESTED } from './testing/bundled-programs.ts'
import { notOnPostgres } from './testing/choose-for-postgres.ts'
import { nearTests } from './testing/near-tests.ts'
import { startPrivatePostgres } from './testing/private-postgres.ts'
import { type Outcome, playwrightOutcomes, type Verdict, vitestOutcomes } from './testing/report.ts'
import { temporaryFolderInMemory } from './testing/temporary-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = join(root, 'test-results')
const steps = process.argv.slice(2)
const wants = (step: string) => steps.length === 0 || steps.includes(step)
const UNIT_PROJECTS = ['rulebook', 'engine', 'web', 'web-alone'].flatMap((name) => ['--project', name])
const ON_PGLITE = 'server on PGlite'
/** What the product asked the embedded database, by test file. */
const statements = join(reports, 'statements')
const SERVER_PROJECTS = ['server', 'server-alone'].flatMap((name) => ['--project', name])
const all: (Outcome & { readonly label: string })[] = []

/**
 * Tests start some hundred processes, and most are killed before they would write the cache, so it is filled once. Measured: the
 * service's modules load in 1.1 instead of 1.9 s of processor time, bundled in 0.9 (decision 0248).
 */
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/huanying/compiled') }

function prepareProcesses(): void {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env: { ...COMPILED, ...process.env } })
  const folder = join(root, 'node_modules/.cache/huanying/programs')
  // In a process of its own: the bundler says to its process that this is production.
  const bundler = fileURLToPath(new URL('./bundle/bundle-programs.ts', import.meta.url))
  if (run(bundler, folder, ...TESTED).status !== 0)
    throw new Error('What tests start as processes could not be bundled, see above.')
  process.env.TEST_PROGRAMS = folder
  run('-e', `import('${programOf(join(root, 'src/app/server/start-service.ts'))}')`)
}

function runTool(script: string, args: string[], environment: Record<string, string> = {}): number {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...COMPILED, ...process.env, ...environment },
  })
  return status ?? 1
}

const countOf = (outcomes: readonly Outcome[], ...verdicts: Verdict[]): number =>
  outcomes.filter(({ verdict }) => verdicts.includes(verdict)).length

/** Time of each part of a run: read this before adding tests to a part. */
const minutesSince = (startedMs: number): string => `${((performance.now() - startedMs) / 60_000).toFixed(1)} min`

function add(label: string, outcomes: readonly Outcome[], exitCode: number, startedMs: number): void {
  const counted = outcomes.map((outcome) => ({ ...outcome, label }))
  // A runner that crashed before it could count is a failure too.
  if (exitCode !== 0 && countOf(outcomes, 'failed') === 0)
    counted.push({ label, verdict: 'failed', file: '', title: 'the runner', words: `exit code ${exitCode}` })
  all.push(...counted)
  console.log(`— ${label}: ${sumOf(counted)}, ${minutesSince(startedMs)}\n`)
}

function sumOf(outcomes: readonly Outcome[]): string {
  const skipped = countOf(outcomes, 'skipped')
  const sum = `${countOf(outcomes, 'passed', 'flaky')} passed, ${countOf(outcomes, 'failed')} failed`
  return skipped > 0 ? `${sum}, ${skipped} skipped` : sum
}

const reportOf = (label: string): string => join(reports, `${label}.json`)

function runVitest(label: string, selection: string[], environment: Record<string, string> = {}): void {
  const startedMs = performance.now()
  const report = reportOf(label)
  const args = ['run', ...selection, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = runTool('vitest/vitest.mjs', args, environment)
  add(label, vitestOutcomes(report), exitCode, startedMs)
}

const endsAtMs = process.env.TEST_MINUTES ? Date.now() + Number(process.env.TEST_MINUTES) * 60_000 : undefined
const secondsLeft = (): number => (endsAtMs ? (endsAtMs - Date.now()) / 1000 : Number.POSITIVE_INFINITY)
/** Time of the journeys on PostgreSQL; measured 85 to 180. */
const SECONDS_OF_JOURNEYS = 240
/** As many files at a time as vitest.config.ts has workers, less what starting and ending them takes. */
const FILES_AT_A_TIME = 1.7

const addLeftOut = (label: string, file: string, title: string): number =>
  all.push({ label, verdict: 'skipped', file, title, words: 'no time was left for it (decision 0232)' })

/** All of it where the embedded database was not asked before (`npm test -- postgres`), else what adds to that. */
function runServerOnPostgres(url: string): void {
  const label = 'server on PostgreSQL'
  const reserved = wants('browser') ? SECONDS_OF_JOURNEYS : 0
  const seconds = (secondsLeft() - reserved) * FILES_AT_A_TIME
  if (seconds <= 0) return void addLeftOut(label, '', 'all files')
  const { askNothingNew, haveNoTime } = notOnPostgres(root, statements, reportOf(ON_PGLITE), seconds)
  if (askNothingNew.length > 0)
    console.log(`${askNothingNew.length} test files ask PostgreSQL nothing that others do not ask.`)
  for (const file of haveNoTime) addLeftOut(label, join(root, file), 'the file')
  const leftOut = JSON.stringify([...askNothingNew, ...haveNoTime])
  runVitest(label, SERVER_PROJECTS, { TEST_DATABASE_URL: url, LEFT_OUT_ON_POSTGRES: leftOut })
}

function runBrowserOnPostgres(url: string): void {
  if (secondsLeft() < SECONDS_OF_JOURNEYS) addLeftOut('journeys on PostgreSQL', '', 'all journeys')
  else runBrowser('PostgreSQL', { TEST_DATABASE_URL: url })
}

function runBrowser(database: string, environment: Record<string, string> = {}): void {
  const startedMs = performance.now()
  const label = `journeys on ${database}`
  const report = reportOf(label)
  const reporting = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(endsAtMs && { TESTS_END_AT_MS: String(endsAtMs) }) }
  const exitCode = runTool('@playwright/test/cli.js', ['test'], { ...environment, ...reporting })
  add(label, playwrightOutcomes(report), exitCode, startedMs)
}

/** Not committed; of the last commit where all is. */
function changedFiles(): string[] {
  const git = (...words: string[]) =>
    spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1')
}

function runChanged(): void {
  const { near, left } = nearTests(root, changedFiles())
  if (near.length > 0) runVitest('changed', [...near])
  else console.log('No unit or server test is near what changed.')
  if (left.length > 0) console.log(`${left.length} tests of the whole service reach it too: npm test -- server`)
}

function printNotPassed(): void {
  for (const { verdict, label, file, title, words } of all) {
    if (verdict === 'passed') continue
    const place = file.startsWith(root) ? relative(root, file) : file
    console.log(`${verdict.toUpperCase()} (${label}) ${place} › ${title}`)
    if (words) console.log(words.replace(/^/gm, '    '))
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const inMemory = process.env.TMPDIR ? undefined : temporaryFolderInMemory()
if (inMemory) process.env.TMPDIR = inMemory.path
process.once('exit', () => inMemory?.remove())
if (!existsSync(join(root, '../shared/data')))
  console.log('Tests that need ../shared/data will say so and be skipped: the folder is absent.')

if (steps.includes('changed')) runChanged()
if (wants('unit')) runVitest('unit', UNIT_PROJECTS)
if (['server', 'browser', 'postgres'].some(wants)) prepareProcesses()
if (wants('server')) runVitest(ON_PGLITE, SERVER_PROJECTS, { STATEMENTS_FOLDER: statements })
if (wants('browser')) {
  const startedMs = performance.now()
  if (!buildPages()) add('browser build', [], 1, startedMs)
  else runBrowser('PGlite')
}
if (wants('postgres')) {
  const postgres = await startPrivatePostgres()
  if (!postgres) console.log('PostgreSQL runs skipped: no PostgreSQL server is installed here (initdb was not found).')
  else {
    try {
      runServerOnPostgres(postgres.url)
      if (wants('browser')) runBrowserOnPostgres(postgres.url)
    } finally {
      postgres.stop()
    }
  }
}

printNotPassed()
console.log(sumOf(all))
process.exitCode = countOf(all, 'failed') > 0 ? 1 : 0
