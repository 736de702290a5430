// `npm test`: everything that can be run on this machine. Steps can be chosen: `npm test -- unit server postgres browser`.
// Ends with one line `N passed, N failed`; what could not be run is said with its reason.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPrivatePostgres } from './testing/private-postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = join(root, 'test-results')
const steps = process.argv.slice(2)
const wants = (step: string) => steps.length === 0 || steps.includes(step)

interface Tally {
  passed: number
  failed: number
  skipped: number
}
const total: Tally = { passed: 0, failed: 0, skipped: 0 }

function runTool(script: string, args: string[], environment: Record<string, string> = {}): number {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status ?? 1
}

function add(label: string, tally: Tally, exitCode: number): void {
  // A runner that broke before it could count is a failure too.
  if (exitCode !== 0 && tally.failed === 0) tally.failed = 1
  console.log(`— ${label}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`)
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
}

function runVitest(label: string, project: string, environment: Record<string, string> = {}): void {
  const report = join(reports, `${label}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = runTool('vitest/vitest.mjs', args, environment)
  const json = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(report)
  add(
    label,
    { passed: json?.numPassedTests ?? 0, failed: json?.numFailedTests ?? 0, skipped: json?.numPendingTests ?? 0 },
    exitCode,
  )
}

function runBrowser(label: string, environment: Record<string, string> = {}): void {
  const report = join(reports, `${label}.json`)
  const exitCode = runTool('@playwright/test/cli.js', ['test'], { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const stats = readReport<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    report,
  )?.stats
  add(
    label,
    {
      passed: stats?.expected ?? 0,
      failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
      skipped: stats?.skipped ?? 0,
    },
    exitCode,
  )
}

function readReport<Report>(path: string): Report | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
if (!existsSync(join(root, '../shared/data')))
  console.log('Tests that need ../shared/data will say so and be skipped: the folder is absent.')

if (wants('unit')) runVitest('unit', 'unit')
if (wants('server')) runVitest('server on PGlite', 'server')
if (wants('browser')) {
  const exitCode = runTool('@react-router/dev/bin.cjs', ['build'])
  if (exitCode !== 0) add('browser build', { passed: 0, failed: 1, skipped: 0 }, exitCode)
  else runBrowser('browser on PGlite')
}
if (wants('postgres')) {
  const postgres = await startPrivatePostgres()
  if (!postgres) console.log('PostgreSQL runs skipped: no PostgreSQL server is installed here (initdb was not found).')
  else {
    try {
      runVitest('server on PostgreSQL', 'server', { TEST_DATABASE_URL: postgres.url })
      if (wants('browser')) runBrowser('browser on PostgreSQL', { TEST_DATABASE_URL: postgres.url })
    } finally {
      postgres.stop()
    }
  }
}

console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed > 0 ? 1 : 0
