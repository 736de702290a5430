// The provider that document 2 is about: the Topaz Image API (docs/topaz-contract.md; decisions 0060, 0061). Every tool runs
// as a task of the vendor that we watch; nothing of it is seen by the browser.
import { setTimeout as delay } from 'node:timers/promises'
import { ENGINE_MAX_INPUT_PX, ENGINE_MAX_INPUT_SIDE_PX } from '#engine/capabilities.ts'
import type { Engine } from '#engine/engine-types.ts'
import { proveHold } from '#features/credits/server/hold-credits.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { priceOf } from '#rulebook/credits/credits.ts'
import { flowErrorText } from '#rulebook/runs/flow-errors.ts'
import type { Recipient } from '#rulebook/runs/provider-consent.ts'
import { TOPAZ_UNSUPPORTED_TEXTS } from '#rulebook/runs/provider-texts.ts'
import { maxOutputPx, planOutput } from '#rulebook/runs/vendor-costs.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ToolKey } from '#rulebook/tools/model.ts'
import type { Size } from '#rulebook/tools/output-height.ts'
import {
  type LateOutcome,
  type Provider,
  ProviderClosedError,
  ProviderError,
  type ProviderOutcome,
  type ProviderRequest,
  type ProviderRun,
  type VendorTask,
} from '../provider.ts'
import { type ClosableGate, createProviderGate } from '../provider-gate.ts'
import type { ProviderWebhooks } from '../provider-webhooks.ts'
import { awaitTask } from './await-task.ts'
import { createAwayWatch } from './away-watch.ts'
import { createEstimates } from './estimate-seconds.ts'
import { fetchAnswer, type WantedSize } from './fetch-answer.ts'
import { createLateTasks } from './late-tasks.ts'
import { cancelTask, fileNameOf, isHandedOn, letGo, type OpenRun, openRunOf, type RunParts } from './open-runs.ts'
import { submitTask } from './submit-task.ts'
import { createTopazClient, type TaskStatus, type TopazAccess, type TopazClient } from './topaz-client.ts'
import { TopazError } from './topaz-errors.ts'
import { settingFields, type TopazFields, type TopazGeneration, topazModelOf } from './topaz-models.ts'
import { TOPAZ_TIMING, type TopazTiming } from './topaz-timing.ts'

export interface TopazOptions
  extends Omit<TopazAccess, 'apiKey' | 'requestTimeoutMs' | 'transferTimeoutMs' | 'onCall'> {
  /** Undefined: no account is configured; nothing can start (P-33). */
  readonly apiKey: string | undefined
  readonly generation: TopazGeneration
  readonly parallelRuns: number
  readonly recipient: Recipient
  /** Gets pictures ready for the vendor, and its answers ready for us. */
  readonly engine: Pick<Engine, 'prepare' | 'adopt'>
  readonly log: Log
  /** Where the account's refusals are kept for all workers. */
  readonly database: Database
  readonly timing?: Partial<TopazTiming>
  readonly recheckSeconds?: number
  /** Webhooks of the vendor; absent: none are requested. */
  readonly webhooks?: ProviderWebhooks | undefined
  /** What the operator pays for one of the vendor's credits, in US dollars. */
  readonly creditUsd?: number
}

interface TopazParts extends Omit<TopazOptions, 'timing'>, RunParts {
  readonly gate: ClosableGate
}

/** A week's list is many pages, each in its turn. */
const LIST_TIMEOUT_MS = 600_000

export function createTopazProvider(options: TopazOptions): Provider {
  const timing = { ...TOPAZ_TIMING, ...options.timing }
  const { apiKey } = options
  const onCall = (isAnswered: boolean) => watch.note(isAnswered)
  const client = apiKey === undefined ? undefined : createTopazClient({ ...options, ...timing, apiKey, onCall })
  if (!client) options.log.warn('TOPAZ_API_KEY is not set: no run can start')
  const readBalance = () => client!.balance(AbortSignal.timeout(timing.requestTimeoutMs))
  const gate = createProviderGate({
    ...options,
    name: 'topaz',
    isConfigured: client !== undefined,
    readTasks: () => client!.listTasks(AbortSignal.timeout(LIST_TIMEOUT_MS)).then((tasks) => tasks.map(vendorTask)),
    readBalance,
    takesTasks: () => client!.takesTasks(AbortSignal.timeout(timing.requestTimeoutMs)),
  })
  const watch = createAwayWatch({ afterMs: timing.awayAfterMs, probe: readBalance, onAway: gate.noteAway })
  const parts: TopazParts = { ...options, timing, client, runs: new Map(), gate }
  return {
    name: 'topaz',
    aiService: 'topaz',
    capabilities: {
      unsupportedParams: options.generation === 'g1' ? {} : TOPAZ_UNSUPPORTED_TEXTS,
      maxOutputPx: (tool, credits) => largestPx(options, tool, credits),
    },
    ...(client && { estimateSeconds: createEstimates(client, options.generation, options.log) }),
    ...(client && {
      late: createLateTasks({
        ...parts,
        client,
        fetch: (task, request, signal) => fetchLate(parts, client, task, request, signal),
      }),
    }),
    recipient: options.recipient,
    parallelRuns: options.parallelRuns,
    async process(hold, request, run) {
      const { jobId } = proveHold(hold)
      run.signal.throwIfAborted()
      if (!client) throw new ProviderError('API key missing', 'key')
      // What an earlier attempt sent can be cancelled from the first moment on.
      const open = openRunOf(run.remembered)
      parts.runs.set(jobId, open)
      // A run that lost its job leaves the place to the one that has it.
      const leave = () => parts.runs.get(jobId) === open && parts.runs.delete(jobId)
      try {
        const outcome = await work(parts, client, jobId, open, request, run)
        leave()
        return outcome
      } catch (error) {
        const failure = await closeGateOnRefusal(gate, open, error)
        if (isHandedOn(run.signal) || failure instanceof ProviderClosedError) leave()
        throw failure
      }
    },
    cancel: (jobId, remembered) => cancelTask(parts, jobId, remembered),
    abandon: (jobId, remembered) => letGo(parts, jobId, remembered),
    gate,
  }
}

/**
 * A refusal of the account closes the gate; a task that the vendor has already, or may have, waits for its opening. So does a run that was to show
 * whether the account is well again.
 */
async function closeGateOnRefusal(gate: ClosableGate, open: OpenRun, error: unknown): Promise<unknown> {
  if (!(error instanceof TopazError) || !error.isOfAccount) return error
  const wasTried = await gate.close(error.kind === 'quota' ? 'provider-quota' : 'provider-key')
  return open.mayHaveTask || wasTried ? new ProviderClosedError(error) : error
}

async function work(
  parts: TopazParts,
  client: TopazClient,
  jobId: string,
  open: OpenRun,
  request: ProviderRequest,
  run: ProviderRun,
): Promise<ProviderOutcome> {
  const { engine, generation, timing } = parts
  const startedMs = performance.now()
  const model = topazModelOf(generation, request.modelKey)
  const { sentPath, ...prepared } = await prepare(parts, request, run.signal)
  const wanted = wantedSize(parts, request, prepared)
  const fields: TopazFields = {
    model: model.name,
    output_format: 'png',
    ...(model.hasSizes && { output_height: String(wanted.height) }),
    ...settingFields(generation, request.modelKey, request.params),
    ...(parts.webhooks && generation !== 'g1' && { webhook_url: parts.webhooks.addressOf(jobId) }),
  }
  const file = { path: sentPath, name: fileNameOf(jobId, prepared.format), type: `image/${prepared.format}` }
  const submitting = submitTask(client, timing, { path: model.path, fields, file }, open, run)
  open.submitting = submitting.catch(() => {})
  const task = await submitting
  open.taskId = task.id
  if (task.isNew) await parts.gate.noteAccepted()
  const pause = (ms: number) => pauseOf(parts, jobId, ms, run.signal)
  const log = parts.log.child({ jobId })
  const ended = await awaitTask(client, timing, task, run, { log, pause })
  open.isOver = true
  // The vendor gives no reason (Topaz contract §3); its credits come back by themselves.
  if (ended.status !== 'Completed') throw new ProviderError(flowErrorText('failed'), 'other')
  if (ended.credits !== undefined) await run.remember({ vendorCredits: ended.credits })
  const outcome = await fetchAnswer({ client, engine, timing, log }, ended, wanted, request, run.signal)
  run.onProgress({ stage: 'storing', fraction: 1 })
  return { ...outcome, seconds: (performance.now() - startedMs) / 1000 }
}

async function prepare({ engine }: TopazParts, { sourcePath }: ProviderRequest, signal: AbortSignal) {
  const sentPath = `${sourcePath}.sent`
  return { ...(await engine.prepare({ sourcePath, targetPath: sentPath }, { signal })), sentPath }
}

function wantedSize(parts: TopazParts, request: ProviderRequest, prepared: Size): WantedSize {
  const { hasSizes } = topazModelOf(parts.generation, request.modelKey)
  return hasSizes ? { height: wantedHeight(parts, request, prepared) } : prepared
}

async function fetchLate(
  parts: TopazParts,
  client: TopazClient,
  task: TaskStatus,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<LateOutcome> {
  const startedMs = performance.now()
  const wanted = wantedSize(parts, request, await prepare(parts, request, signal))
  const outcome = await fetchAnswer({ ...parts, client }, task, wanted, request, signal)
  const seconds = (performance.now() - startedMs) / 1000
  return { ...outcome, seconds, ...(task.credits !== undefined && { vendorCredits: task.credits }) }
}

/** Until the next poll, or the vendor's webhook: repeated webhooks never make polling faster than without webhooks. */
async function pauseOf(
  { webhooks, timing }: TopazParts,
  jobId: string,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const leastMs = Math.min(ms, WEBHOOK_PAUSE_MS, timing.pollMinMs)
  if (!webhooks || leastMs === ms) return delay(ms, undefined, { signal })
  await webhooks.wait(jobId, ms, signal)
  await delay(leastMs, undefined, { signal })
}
/** Several webhooks of one change are one look. */
const WEBHOOK_PAUSE_MS = 1000

const JOB_FILE = /^job_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:jpg|png)$/
const vendorTask = ({ filename, status, credits, modification_time }: TaskStatus): VendorTask => ({
  jobId: JOB_FILE.exec(filename ?? '')?.[1],
  isPaid: status === 'Completed',
  credits: credits ?? 0,
  endedAtMs: modification_time && modification_time * 1000,
})

/** Covered by the price, and not more than we can take back: an answer that our own engine cannot read is paid for nothing. */
const largestPx = ({ creditUsd }: Pick<TopazOptions, 'creditUsd'>, tool: ToolKey, credits: number): number =>
  Math.min(ENGINE_MAX_INPUT_PX, maxOutputPx(tool, credits, creditUsd))

/** Always said, so that the vendor's price is known before. What is larger than the price covers was refused before the start. */
function wantedHeight(parts: TopazParts, { modelKey, params }: ProviderRequest, picture: Size): number {
  const model = modelByKey(modelKey)!
  const { credits } = priceOf(model, {
    mode: 'manual',
    params,
    inputHeightPx: picture.height,
    inputWidthPx: picture.width,
  })
  const plan = planOutput(model, params, picture, largestPx(parts, model.tool, credits))
  const isToBeHad = 'size' in plan && Math.max(plan.size.width, plan.size.height) <= ENGINE_MAX_INPUT_SIDE_PX
  if (isToBeHad) return plan.size.height
  throw new ProviderError('size above what the price covers', 'size')
}
