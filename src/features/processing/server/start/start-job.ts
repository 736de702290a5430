// A press of start becomes a job (architecture §5): guards in the rulebook's order, then row, hold and queue entry, all in one
// transaction. The same start key is the same job and is charged once (C-43).

import { sql } from 'drizzle-orm'
import { type CreditHold, holdCredits } from '#features/credits/server/hold-credits.ts'
import { enterUserScope, leaveUserScope, type Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { countCall } from '#platform/server/rate-limit/count-call.ts'
import { SERVICE_POLL_LIMIT } from '#rulebook/runs/polling.ts'
import { ASYNC_PROGRESS, SYNC_PROGRESS } from '#rulebook/runs/progress.ts'
import { START_GUARD_ORDER } from '#rulebook/runs/start-guards.ts'
import { findByStartKey, type JobRow } from '../jobs/job.store.ts'
import { type UsualRun, usualRunFrom } from '../jobs/usual-seconds.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { chooseProvider, type ProviderChoice } from '../provider/choose-provider.ts'
import type { Provider } from '../provider/provider.ts'
import { queueOf } from '../provider/providers.ts'
import { processingHistory } from '../tables.ts'
import { StartAttempt, type StartConditions, type StartInput } from './start-attempt.ts'
import { askGuard } from './start-guards.ts'

interface StartedJob extends JobRow {
  /** The proof that this start took its credits; absent when the press repeats an earlier one. */
  readonly hold?: CreditHold
  /** For the expected time: asking for it again would stand before the worker's claim on the one connection of the embedded database. */
  readonly usualRun?: UsualRun
}

/** Starts a job for this user or answers the one that this key started. Throws ServiceError with a start guard's code. */
export async function startJob(parts: ProcessingParts, userId: string, input: StartInput): Promise<StartedJob> {
  const choice = await chooseProvider(parts, input.modelKey)
  const conditions = await readConditions(parts, userId, choice)
  return parts.database.orm.transaction(async (tx) => {
    const attempt = new StartAttempt(tx, userId, input, conditions)
    await attempt.account()
    // Before any guard: a second press of the same key has waited for the profile's lock and finds the job of the first.
    const started = await findByStartKey(tx, userId, input.startKey)
    if (started) return started
    for (const guard of START_GUARD_ORDER) {
      const problem = await askGuard(guard, attempt)
      if (problem) throw new ServiceError(problem.code, problem.data)
    }
    if (conditions.gateRefusal) throw new ServiceError(conditions.gateRefusal)
    return insertJob(parts, tx, attempt, choice.provider)
  })
}

/** Read before the transaction: the count of presses stays, also when the press is refused. */
async function readConditions(
  parts: ProcessingParts,
  userId: string,
  { provider, refusal, insteadOf }: ProviderChoice,
): Promise<StartConditions> {
  const systemSettings = await parts.readSystemSettings()
  return {
    systemSettings,
    isWithinRate: await countCall(parts, userId, systemSettings.apiRateLimit),
    ...provider.capabilities,
    gateRefusal: refusal,
    insteadOf,
    recipient: provider.recipient,
  }
}

async function insertJob(
  parts: ProcessingParts,
  tx: Transaction,
  attempt: StartAttempt,
  provider: Provider,
): Promise<StartedJob> {
  const { userId } = attempt
  const { chargedCredits, listCredits } = await attempt.charge()
  const values = await jobValues(attempt, provider.aiService)
  await enterUserScope(tx, userId)
  const [row] = await tx
    .insert(processingHistory)
    .values({ ...values, userId, creditsHeld: chargedCredits, listCredits })
    .returning()
  await leaveUserScope(tx)
  const hold = await holdCredits(tx, { userId, jobId: row!.id, credits: chargedCredits })
  await parts.queue.send(tx, queueOf(provider), { jobId: hold.jobId })
  const { widthPx, heightPx: height } = (await attempt.source())!
  const usualRun = usualRunFrom(row!, { megapixels: (widthPx * height) / 1e6, height })
  return { ...row!, hold, usualRun }
}

async function jobValues(attempt: StartAttempt, aiService: Provider['aiService']) {
  const model = attempt.model!
  const source = (await attempt.source())!
  return {
    uploadId: source.uploadId,
    parentId: source.parentId,
    originalFilename: source.filename,
    originalOssUrl: source.storageKey,
    aiService,
    processType: model.tool,
    modelKey: model.key,
    mode: attempt.input.mode,
    params: attempt.params,
    progress: model.isAsync ? ASYNC_PROGRESS.upload : SYNC_PROGRESS.prepared,
    stage: 'queued',
    startKey: attempt.input.startKey,
    deadlineAt: sql`now() + make_interval(secs => ${(attempt.input.limit ?? SERVICE_POLL_LIMIT).timeoutMs / 1000})`,
  }
}
