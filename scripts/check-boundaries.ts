// Checks the dependencies between the parts of the program, and that the checker itself can fail:
// the fixture breaks every rule once, and each planted violation must be reported.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { foreignSqlIn } from './boundaries/foreign-sql.ts'
import { FOREIGN_SQL } from './boundaries/foreign-sql-reasons.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const fixture = fileURLToPath(new URL('./boundaries/fixture', import.meta.url))
const config = `${root}.dependency-cruiser.mjs`
const depcruise = `${root}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`

interface Settings {
  readonly forbidden: readonly { readonly name: string }[]
}
const settings: { readonly default: Settings } = await import(config)
const ruleNames = settings.default.forbidden.map(({ name }) => name)

/** Every rule of the engine, and the general ones that the fixture breaks. */
const PLANTED = [
  'calls-are-guarded',
  'calls-name-their-callers',
  'contracts-to-the-left-history',
  'contracts-to-the-left-processing',
  ...ruleNames.filter((name) => name.startsWith('engine-')),
  'feature-order-credits',
  'features-do-not-import-app',
  'no-circular',
  'no-circular-types',
  'no-dev-dependency-in-product',
  'no-image-library-in-the-web-process',
  'not-to-test-code',
  'not-to-testing-rooms',
  'platform-knows-no-product',
  'rulebook-imports-nothing',
  'server-never-imports-web',
  'tables-stay-at-home',
  'web-features-meet-in-app',
  'web-never-imports-server',
]

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

function violationsIn(folder: string): Violation[] {
  const run = spawnSync(process.execPath, [depcruise, 'src', '--config', config, '--output-type', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!run.stdout) throw new Error(`dependency-cruiser did not run: ${run.stderr}`)
  return JSON.parse(run.stdout).summary.violations
}

const engine = readdirSync(`${root}src/engine`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
// Nothing may import the top floor but tests, so it needs no rule of its own.
const without = engine
  .map(({ name }) => name)
  .filter((room) => room !== 'testing' && !ruleNames.includes(`engine-${room}`))
if (without.length > 0)
  console.error(`Rooms of the engine without a floor (.dependency-cruiser.mjs): ${without.join(', ')}`)

const found = violationsIn(root)
for (const { from, to, rule } of found) console.error(`${rule.name}: ${from} → ${to}`)

const foreignSql = foreignSqlIn(root)
const unexplained = [...foreignSql].filter(([file, tables]) => FOREIGN_SQL.get(file) !== tables)
const needless = [...FOREIGN_SQL.keys()].filter((file) => !foreignSql.has(file))
for (const [file, tables] of unexplained)
  console.error(
    `SQL over tables of other features, without a reason in boundaries/foreign-sql-reasons.ts: ${file} (${tables})`,
  )
for (const file of needless) console.error(`No SQL over tables of other features any more, its reason can go: ${file}`)

const planted = new Set(violationsIn(fixture).map(({ rule }) => rule.name))
const missed = PLANTED.filter((name) => !planted.has(name))
if (![...foreignSqlIn(fixture)].some(([, tables]) => tables === 'usage_logs')) missed.push('foreign SQL')
if (missed.length > 0) console.error(`The checker is blind: planted violations not reported: ${missed.join(', ')}`)

if ([found, missed, without, unexplained, needless].some(({ length }) => length > 0)) process.exit(1)
console.log(`Boundaries hold; all ${PLANTED.length + 1} planted violations were caught.`)
