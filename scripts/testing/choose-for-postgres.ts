// Which tests of the server run on a PostgreSQL server, after all of them ran on the embedded database (decision 0217): those that start processes, that let
// several things happen at once or that name the server; of the others as many as it takes to ask there whatever the product asked here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { testsWithoutDatabase } from './without-database.ts'

export interface Asked {
  readonly file: string
  readonly statements: readonly string[]
  readonly seconds: number
}

/** An embedded database has one connection: what meets there in turn meets at once on a server. */
const TELLS_HOMES_APART =
  /Promise\.(?:all|allSettled|race|any)\b|child_process|Process\(|killedProcesses|TEST_DATABASE_URL|\.kind\b|\blisten\(|terminate/

/** What meets at once in these is no work of the database, or meets in another file, too. */
export const MEETS_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/app/server/tests/account/avatar.test.ts': 'two addresses are fetched',
  'src/app/server/tests/account/merge-owned.test.ts': 'emails are read from a folder',
  'src/app/server/tests/account/own-data.test.ts': 'emails are read from a folder',
  'src/app/server/tests/admin/admin-logs.test.ts': 'two pages are read',
  'src/app/server/tests/attacks/attacks-pictures.test.ts': 'pictures are decoded',
  'src/app/server/tests/attacks/attacks-token.test.ts': 'tables are read to compare',
  'src/app/server/tests/attacks/suspended-banned.test.ts': 'people are signed up',
  'src/app/server/tests/service/rehearse-payments.test.ts': 'emulators are closed',
  'src/features/processing/server/functions/function-routes.test.ts': 'start-job.test.ts starts ten at once by one key',
  'src/features/processing/server/functions/json-with-base64.test.ts': 'answers are held open',
  'src/features/processing/server/patches/patches.test.ts': 'the engine has places',
  'src/features/processing/server/provider/topaz/topaz-kill.test.ts':
    'kill.test.ts kills before, in and after a run; what is more is the vendor’s',
  'src/features/processing/server/views/same-origin-view.test.ts': 'two rows are read',
}

/** `texts`: of the file and of the helpers for tests that it imports. */
export const mustRunOnBoth = (file: string, ...texts: readonly string[]): boolean =>
  !(file in MEETS_ELSEWHERE) && texts.some((text) => TELLS_HOMES_APART.test(text))

/** What most tests stand on says nothing about one of them. */
const COMMON_HELPERS = /\/(?:test-service|test-database|test-server|test-app)\.ts$/

/** The file itself, and what it imports of folders for tests and of conformance suites, one step far. */
export function textsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const helpers = [...text.matchAll(/from '([.#][^']*(?:\/testing\/|\.conformance)[^']*\.tsx?)'/g)]
    .map(([, path]) => (path!.startsWith('#') ? join(root, 'src', path!.slice(1)) : join(root, dirname(file), path!)))
    .filter((path) => existsSync(path) && !COMMON_HELPERS.test(path))
  return [text, ...helpers.map((path) => readFileSync(path, 'utf8'))]
}

/** Files whose every statement is asked by one that stays; of two that ask the same the slower goes. */
export function leaveOut(all: readonly Asked[], mustStay: (file: string) => boolean): string[] {
  const proven = new Set(all.filter(({ file }) => mustStay(file)).flatMap(({ statements }) => statements))
  let open = all.filter(({ file }) => !mustStay(file))
  while (true) {
    const best = mostProven(open, proven)
    if (!best) return open.map(({ file }) => file).sort()
    for (const statement of best.statements) proven.add(statement)
    open = open.filter((one) => one !== best)
  }
}

/** The most new statements per second. */
function mostProven(open: readonly Asked[], proven: ReadonlySet<string>): Asked | undefined {
  const worth = ({ statements, seconds }: Asked) =>
    statements.filter((statement) => !proven.has(statement)).length / Math.max(seconds, 0.01)
  const [best] = open
    .map((asked) => ({ asked, worth: worth(asked) }))
    .filter((one) => one.worth > 0)
    .sort((a, b) => b.worth - a.worth)
  return best?.asked
}

/** Files that no time is left for, where their seconds come to more: those that must stay come before the others, and of both the quick ones. */
export function withoutTime(
  all: readonly Asked[],
  mustStay: (file: string) => boolean,
  secondsLeft = Number.POSITIVE_INFINITY,
): string[] {
  const rank = ({ file }: Asked) => (mustStay(file) ? 0 : 1)
  const inOrder = [...all].sort((a, b) => rank(a) - rank(b) || a.seconds - b.seconds)
  let sum = 0
  const late = inOrder.filter(({ seconds }) => {
    sum += seconds
    return sum > secondsLeft
  })
  return late.map(({ file }) => file).sort()
}

/** Loading and opening what a file stands on: the report's times begin with its first test. */
const SECONDS_BEFORE = 3

/** Paths from the root. */
export interface NotOnPostgres {
  readonly askNothingNew: readonly string[]
  readonly haveNoTime: readonly string[]
}

/** From what record-statements.ts left and the report of that run; a file without a statement, or that failed there, is never one that asks nothing new. */
export function notOnPostgres(root: string, folder: string, report: string, secondsLeft?: number): NotOnPostgres {
  const all = askedThere(root, folder, report)
  const unknown = new Set(all.filter(({ statements }) => statements.length === 0).map(({ file }) => file))
  const mustStay = (file: string) => unknown.has(file) || mustRunOnBoth(file, ...textsOf(root, file))
  const askNothingNew = leaveOut(all, mustStay)
  const rest = all.filter(({ file }) => !askNothingNew.includes(file))
  return { askNothingNew, haveNoTime: withoutTime(rest, mustStay, secondsLeft) }
}

function askedThere(root: string, folder: string, report: string): Asked[] {
  if (!existsSync(folder) || !existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: readonly { name: string; status: string; startTime: number; endTime: number }[]
  }
  const passed = new Map(
    testResults
      .filter(({ status }) => status === 'passed')
      .map(({ name, startTime, endTime }) => [name, (endTime - startTime) / 1000 + SECONDS_BEFORE]),
  )
  const once = testsWithoutDatabase(root)
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Asked, 'seconds'>)
    .filter(({ file }) => passed.has(file))
    .map(({ file, statements }) => ({ file: relative(root, file), statements, seconds: passed.get(file)! }))
    .filter(({ file }) => !once.includes(file))
}
