// The parts of many runs in words: medians, whose time each is, and what is ours together.
import { quantile } from '../statistics.ts'
import type { RunParts } from './parts.ts'

export interface EndedRun {
  readonly id: string
  readonly createdAtMs: number
  readonly startedAtMs: number
  readonly completedAtMs: number
}

/** Ours on the wall clock of each run, after a table of all parts. */
export function reportParts(runs: readonly EndedRun[], parts: Readonly<Record<string, RunParts>>): number[] {
  const known = runs.flatMap((run) => {
    const taken = parts[run.id]
    return taken?.outcomeAtMs === undefined ? [] : [partsOf(run, taken, taken.outcomeAtMs)]
  })
  for (const [name, whose] of Object.entries(WHOSE)) {
    const values = known.map((one) => one[name as keyof typeof WHOSE])
    console.log(`  ${name.padEnd(32)} ${whose.padEnd(8)} ${at(values, 0.5)} ms, 95 of 100 below ${at(values, 0.95)}`)
  }
  return known.map((one) =>
    Object.entries(WHOSE).reduce(
      (sum, [name, whose]) => (whose === 'ours' ? sum + one[name as keyof typeof WHOSE] : sum),
      0,
    ),
  )
}

const WHOSE = {
  'in the line before a place': 'bucket',
  'claim and source': 'ours',
  'picture made ready': 'ours',
  'turns for its requests': 'bucket',
  'notes in the database': 'ours',
  'the vendor, and looks at it': 'vendor',
  'answer verified, copies made': 'ours',
  'stored and settled': 'ours',
} as const

function partsOf(run: EndedRun, taken: RunParts, outcomeAtMs: number): Record<keyof typeof WHOSE, number> {
  const provided = outcomeAtMs - taken.providedAtMs
  return {
    'in the line before a place': run.startedAtMs - run.createdAtMs,
    'claim and source': taken.providedAtMs - run.startedAtMs,
    'picture made ready': taken.prepareMs,
    'turns for its requests': taken.turnMs,
    'notes in the database': taken.rememberMs,
    'the vendor, and looks at it': provided - taken.prepareMs - taken.turnMs - taken.rememberMs - taken.adoptMs,
    'answer verified, copies made': taken.adoptMs,
    'stored and settled': run.completedAtMs - outcomeAtMs,
  }
}

const at = (values: readonly number[], part: number): string => quantile(values, part).toFixed(0)
