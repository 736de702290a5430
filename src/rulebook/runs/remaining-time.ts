// How long a run will go on, by the share of its work that is done (document 2 §4; decision 0097).
import { modelByKey } from '../tools/catalogue.ts'
import { ASYNC_PROGRESS, SYNC_PROGRESS } from './progress.ts'

interface RunningJob {
  readonly modelKey: string
  readonly status: string
  /** As the documents count it: what stands before the work is not part of it. */
  readonly progress: number
}

const MOST_PROGRESS = { async: 95, sync: SYNC_PROGRESS.received } as const
/** Before this the first tiles say little. */
const LEAST_SHARE = 0.15

/** `workedSeconds` since it began; undefined while unknown. */
export function remainingSeconds(
  { modelKey, status, progress }: RunningJob,
  workedSeconds: number,
): number | undefined {
  const isAsync = modelByKey(modelKey)?.isAsync ?? false
  const [begin, end] = isAsync
    ? [ASYNC_PROGRESS.working, MOST_PROGRESS.async]
    : [SYNC_PROGRESS.sent, MOST_PROGRESS.sync]
  const share = Math.min(1, (progress - begin) / (end - begin))
  if (status !== 'processing' || share < LEAST_SHARE || workedSeconds < 1) return undefined
  return (workedSeconds * (1 - share)) / share
}
