// How long a run of a model usually takes here (C-12, decision 0097): the median of the last days at its provider for pictures of about this
// size, once there are enough; else for our own engine what was measured on its bench, else nothing.
import { BoundedMap } from '#platform/server/bounded-map.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { UsualTime } from '../../contract.ts'
import type { MeasuredRun, Provider } from '../provider/provider.ts'
import type { JobRow } from './job.store.ts'

const WINDOW_DAYS = 7
const MIN_RUNS = 5
const CACHE_MS = 60_000
const CACHED_ANSWERS = 1000
/** Pictures of between half and twice as many pixels count as of one size. */
const OF_ONE_SIZE = 2

/** Without a size: of all pictures. */
export type UsualRun = Omit<MeasuredRun, 'megapixels'> & Partial<Pick<MeasuredRun, 'megapixels'>>
/** Null until something is known. */
export type UsualTimes = (run: UsualRun) => Promise<UsualTime | null>

export function createUsualTimes(
  database: Database,
  providerOf: (modelKey: string) => Pick<Provider, 'aiService' | 'measuredSeconds'>,
): UsualTimes {
  const cache = new BoundedMap<string, { readonly time: UsualTime | null; readonly readAtMs: number }>(CACHED_ANSWERS)
  return async ({ modelKey, megapixels, factor }) => {
    // Steps of a fifth: what is asked for one picture serves its neighbours.
    const size = megapixels && 1.2 ** Math.round(Math.log(megapixels) / Math.log(1.2))
    const key = `${modelKey} ${size} ${factor?.toFixed(1)}`
    const nowMs = performance.now()
    const known = cache.get(key)
    if (known && nowMs - known.readAtMs < CACHE_MS) return known.time
    const provider = providerOf(modelKey)
    const median = await readMedian(database, modelKey, provider.aiService, size)
    const measured = !median && size && (await provider.measuredSeconds?.({ modelKey, megapixels: size, factor }))
    const time = median ? timeOf(median, 'history') : measured ? timeOf(measured, 'measured') : null
    cache.set(key, { time, readAtMs: nowMs })
    return time
  }
}

const timeOf = (seconds: number, from: UsualTime['from']): UsualTime => ({
  seconds: Math.round(seconds * 10) / 10,
  from,
})

/** A run starts from its upload, or from the result of the run before. */
const RUNS_WITH_INPUT = `processing_history h join user_uploads u on u.id = h.upload_id
       left join processing_history p on p.id = h.parent_id`
const INPUT_PIXELS = 'coalesce(p.result_width::float8 * p.result_height, u.width::float8 * u.height)'

async function readMedian(
  database: Database,
  modelKey: string,
  aiService: string,
  megapixels: number | undefined,
): Promise<number | null> {
  const [least, most] = megapixels ? [megapixels / OF_ONE_SIZE, megapixels * OF_ONE_SIZE] : [0, 1e6]
  const [row] = await database.query<{ runs: number; median: number | null }>(
    `select count(*)::int as runs,
            percentile_cont(0.5) within group (order by extract(epoch from h.completed_at - h.started_at))::float8 as median
       from ${RUNS_WITH_INPUT}
      where h.model_key = $1 and h.ai_service = $4 and h.status = 'completed' and h.created_at > now() - make_interval(days => ${WINDOW_DAYS})
        and ${INPUT_PIXELS} between $2::float8 * 1e6 and $3::float8 * 1e6`,
    [modelKey, least, most, aiService],
  )
  return row && row.runs >= MIN_RUNS ? row.median : null
}

/** A run as it was started. */
export async function usualRunOf(database: Database, { id, modelKey, params }: StartedRun): Promise<UsualRun> {
  const [row] = await database.query<{ megapixels: number; height: number }>(
    `select ${INPUT_PIXELS} / 1e6 as megapixels, coalesce(p.result_height, u.height) as height
       from ${RUNS_WITH_INPUT} where h.id = $1`,
    [id],
  )
  return usualRunFrom({ modelKey, params }, row!)
}

/** `picture`: what it starts from. */
export function usualRunFrom(
  { modelKey, params }: Omit<StartedRun, 'id'>,
  picture: { readonly megapixels: number; readonly height: number },
): UsualRun {
  const { output_height: wanted } = params as ParameterValues
  const factor = typeof wanted === 'number' ? wanted / picture.height : undefined
  return { modelKey, megapixels: picture.megapixels, factor }
}
type StartedRun = Pick<JobRow, 'id' | 'modelKey' | 'params'>
