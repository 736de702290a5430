// The vendor's answer becomes our result: fetched, decoded to its end, compared with what was asked for (Topaz contract §11). Only what is
// whole goes on to be stored and charged.
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '#engine/engine-error.ts'
import type { AdoptOutcome, Engine } from '#engine/engine-types.ts'
import { TooLongError } from '#platform/server/http/read-at-most.ts'
import type { Log } from '#platform/server/log.ts'
import { VIEW_MAX_SIDE_PX } from '#rulebook/pictures/shown-pictures.ts'
import { THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PX } from '#rulebook/pictures/storage-layout.ts'
import { MEGABYTE, PROVIDER_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import { flowErrorText } from '#rulebook/runs/flow-errors.ts'
import { ProviderError, type ProviderRequest } from '../provider.ts'
import type { TaskStatus, TopazClient } from './topaz-client.ts'
import { TopazError } from './topaz-errors.ts'
import { createBackoff, type TopazTiming } from './topaz-timing.ts'

/** A broken picture is fetched again this often; what is broken then lies broken at the vendor. */
const MAX_BROKEN = 3
const NO_RESULT = flowErrorText('completedWithoutResult')

export interface WantedSize {
  readonly width?: number
  readonly height: number
}

interface FetchParts {
  readonly client: TopazClient
  readonly engine: Pick<Engine, 'adopt'>
  readonly timing: TopazTiming
  readonly log: Log
}

export async function fetchAnswer(
  { client, engine, timing, log }: FetchParts,
  task: TaskStatus,
  wanted: WantedSize,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<AdoptOutcome> {
  const answerPath = `${request.resultPath}.answer`
  const backoffMs = createBackoff(timing.retryMinMs, timing.retryMaxMs)
  let broken = 0
  for (;;) {
    try {
      await client.download(task.process_id, answerPath, answerMaxBytes(task, wanted), signal)
      const outcome = await adopt(engine, answerPath, request, signal)
      checkSize(outcome, task, wanted)
      return outcome
    } catch (error) {
      signal.throwIfAborted()
      if (isBroken(error)) {
        broken += isForGood(error) ? MAX_BROKEN : 1
        if (broken >= MAX_BROKEN) throw new ProviderError(NO_RESULT, 'other', { cause: error })
      } else if (!isWorthAnotherTry(error)) throw error
      log.warn({ err: error, task: task.process_id }, 'an answer is fetched again')
      await delay(backoffMs(), undefined, { signal })
    }
  }
}

/** Colours and transparency in 16 bits, and whatever a file may say beside its pixels. */
function answerMaxBytes(task: TaskStatus, wanted: WantedSize): number {
  const width = task.output_width ?? wanted.width
  return width === undefined ? PROVIDER_MAX_BYTES : width * (task.output_height ?? wanted.height) * 8 + 16 * MEGABYTE
}

const adopt = (engine: Pick<Engine, 'adopt'>, answerPath: string, request: ProviderRequest, signal: AbortSignal) =>
  engine.adopt(
    {
      answerPath,
      sourcePath: request.sourcePath,
      resultPath: request.resultPath,
      thumbnailPath: request.thumbnailPath,
      viewPath: request.viewPath,
      label: request.label,
      keepsPosition: request.keepsPosition,
      thumbnailSidePx: THUMBNAIL_SIDE_PX,
      thumbnailQuality: THUMBNAIL_QUALITY,
      viewMaxSidePx: VIEW_MAX_SIDE_PX,
    },
    { signal },
  )

/** Codes that the header decides: what is fetched again says the same, and may weigh hundreds of megabytes, as what is too long does. */
const FOR_GOOD_CODES: readonly string[] = ['too-many-pixels', 'too-much-metadata']
const BROKEN_CODES: readonly string[] = ['corrupt', 'unsupported-format', ...FOR_GOOD_CODES]
const isBroken = (error: unknown): error is EngineError | TooLongError =>
  error instanceof TooLongError || (error instanceof EngineError && BROKEN_CODES.includes(error.code))
const isForGood = (error: EngineError | TooLongError): boolean =>
  error instanceof TooLongError || FOR_GOOD_CODES.includes(error.code)

/** 409: completed, but its file is not there yet. */
const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof TopazError && (error.isPassing || error.status === 409)

/** The vendor's own figures and ours: a picture of another size is not what was paid for. */
function checkSize(outcome: AdoptOutcome, task: TaskStatus, wanted: WantedSize): void {
  const { width, height } = outcome
  const isAsked = height === wanted.height && (wanted.width === undefined || width === wanted.width)
  const isExplained =
    (task.output_width === undefined || task.output_width === width) &&
    (task.output_height === undefined || task.output_height === height)
  if (isAsked && isExplained) return
  const detail = `${width}x${height} came, ${wanted.width ?? '…'}x${wanted.height} was asked for`
  throw new ProviderError(NO_RESULT, 'other', { cause: new Error(detail) })
}
