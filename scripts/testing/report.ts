// What the runners' JSON reports say about tests that did not simply pass, in one shape for both runners.
import { existsSync, readFileSync } from 'node:fs'

/** `flaky`: failed, and passed when it was tried again. */
export type Verdict = 'passed' | 'failed' | 'flaky' | 'skipped'
export interface Outcome {
  readonly verdict: Verdict
  readonly file: string
  readonly title: string
  /** First lines of the error, or the reason of a skip. */
  readonly words: string
}

const WORD_LINES = 12
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
const COLOUR = /\u001b\[[\d;]*m/g
const firstLines = (text = ''): string => text.replace(COLOUR, '').split('\n').slice(0, WORD_LINES).join('\n').trim()

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

export function vitestOutcomes(path: string): Outcome[] {
  return read<VitestReport>(path)?.testResults.flatMap(fileOutcomes) ?? []
}

function fileOutcomes({
  name: file,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): Outcome[] {
  const outcomes = assertionResults.map((test): Outcome => {
    const words = firstLines(test.failureMessages?.[0])
    return { verdict: verdictOf(test.status, words), file, title: test.fullName, words }
  })
  // A file that broke before or beside its tests has no failed test of its own.
  const isBroken = status === 'failed' && !outcomes.some(({ verdict }) => verdict === 'failed')
  return isBroken ? [...outcomes, { verdict: 'failed', file, title: 'the file', words: firstLines(message) }] : outcomes
}

function verdictOf(status: string, words: string): Verdict {
  if (status === 'failed') return 'failed'
  if (status !== 'passed') return 'skipped'
  return words === '' ? 'passed' : 'flaky'
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      readonly annotations: readonly { readonly description?: string }[]
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}
const PLAYWRIGHT_VERDICTS = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const

export function playwrightOutcomes(path: string): Outcome[] {
  const report = read<PlaywrightSuite & { errors?: readonly { message?: string }[] }>(path)
  if (!report) return []
  const broken = (report.errors ?? []).map(
    ({ message }): Outcome => ({ verdict: 'failed', file: '', title: 'the runner', words: firstLines(message) }),
  )
  return [...suiteOutcomes(report), ...broken]
}

function suiteOutcomes({ suites = [], specs = [] }: PlaywrightSuite): Outcome[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations, results }): Outcome => {
      const error = results.find((result) => result.error)?.error?.message
      const words = firstLines(error ?? annotations.map(({ description }) => description).join(' '))
      return { verdict: PLAYWRIGHT_VERDICTS[status], file, title, words }
    }),
  )
  return [...own, ...suites.flatMap(suiteOutcomes)]
}

const read = <Report>(path: string): Report | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
