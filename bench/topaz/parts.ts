// Where the time of a run goes, taken down in the worker that does it: each part by the wall clock, from the claim in the database to its end there.
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import type { Engine } from '../../src/engine/engine-types.ts'
import type { Provider } from '../../src/features/processing/server/provider/provider.ts'
import type { RequestPacer } from '../../src/features/processing/server/provider/request-pacer.ts'

/** Parts of one run, in milliseconds; moments since 1970. */
export interface RunParts {
  /** When the provider got it: its source is fetched. */
  readonly providedAtMs: number
  /** When it had a result: what follows is stored and settled. */
  outcomeAtMs?: number
  /** The picture on its way there. */
  prepareMs: number
  /** The answer: decoded to its end, looked at, encoded, with its copies. */
  adoptMs: number
  /** What is noted in the database between the vendor's calls. */
  rememberMs: number
  /** In the line for a turn of the five requests in a second. */
  turnMs: number
}

export interface PartsRecorder {
  readonly parts: Readonly<Record<string, RunParts>>
  readonly sentAtMs: readonly number[]
  engine(engine: Pick<Engine, 'prepare' | 'adopt'>): Pick<Engine, 'prepare' | 'adopt'>
  pacer(pacer: RequestPacer): RequestPacer
  provider(provider: Provider): Provider
}

export function createPartsRecorder(): PartsRecorder {
  const running = new AsyncLocalStorage<RunParts>()
  const parts: Record<string, RunParts> = {}
  const sentAtMs: number[] = []
  const timed = async <Result>(
    name: 'prepareMs' | 'adoptMs' | 'rememberMs' | 'turnMs',
    work: () => Promise<Result>,
  ) => {
    const startMs = performance.now()
    try {
      return await work()
    } finally {
      const run = running.getStore()
      if (run) run[name] += performance.now() - startMs
    }
  }
  return {
    parts,
    sentAtMs,
    engine: (engine) => ({
      prepare: (...asked) => timed('prepareMs', () => engine.prepare(...asked)),
      adopt: (...asked) => timed('adoptMs', () => engine.adopt(...asked)),
    }),
    pacer: (pacer) => ({
      async turn(signal) {
        await timed('turnMs', () => pacer.turn(signal))
        sentAtMs.push(Date.now())
      },
    }),
    provider: (provider) => ({
      ...provider,
      process(hold, request, run) {
        const mine: RunParts = { providedAtMs: Date.now(), prepareMs: 0, adoptMs: 0, rememberMs: 0, turnMs: 0 }
        parts[hold.jobId] = mine
        return running.run(mine, async () => {
          const remember: typeof run.remember = (step) => timed('rememberMs', () => run.remember(step))
          const outcome = await provider.process(hold, request, { ...run, remember })
          mine.outcomeAtMs = Date.now()
          return outcome
        })
      },
    }),
  }
}

const TICK_MS = 10

/** Processor time of this process and of its children that have ended (Linux counts it in hundredths). */
export function cpuMs(): { readonly own: number; readonly children: number } {
  const { user, system } = process.cpuUsage()
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return { own: (user + system) / 1000, children: (Number(fields[13]) + Number(fields[14])) * TICK_MS }
}
