// A run that went wrong is done once more for its owner at no charge, by an operator: the same picture, model and settings, a hold of nothing.
import { sql } from 'drizzle-orm'
import { isLeaving, lockAccount } from '#features/account/server/profile/account.store.ts'
import { holdCredits } from '#features/credits/server/hold-credits.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { mayUseAi } from '#rulebook/credits/tiers.ts'
import { SERVICE_POLL_LIMIT, TOOL_PAGE_POLL_LIMIT } from '#rulebook/runs/polling.ts'
import { ASYNC_PROGRESS, SYNC_PROGRESS } from '#rulebook/runs/progress.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { findConsent } from '../consent/consent.store.ts'
import { HAS_SOURCE } from '../jobs/has-source.ts'
import { AGAIN_KEY, type JobRow } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { chooseProvider, type ProviderChoice } from '../provider/choose-provider.ts'
import type { Provider } from '../provider/provider.ts'
import { queueOf } from '../provider/providers.ts'
import { processingHistory } from '../tables.ts'

type RunAgainParts = Pick<ProcessingParts, 'database' | 'isPoolEmpty' | 'providers' | 'queue' | 'readSystemSettings'>

/** Makes the new run; `startAgain` below. */
type RunAgain = (tx: Transaction) => Promise<JobRow>

/**
 * What stops a start stops this, too: throws `emergency-stop`, and what the provider's account is refused for. Asked before the transaction: the embedded
 * database has one connection.
 */
export async function prepareRunAgain(parts: RunAgainParts, jobId: string): Promise<RunAgain> {
  const { database, readSystemSettings } = parts
  if ((await readSystemSettings()).emergencyStop) throw new ServiceError('emergency-stop')
  const [run] = await database.query<{ modelKey: string }>(
    'select model_key as "modelKey" from processing_history where id = $1',
    [jobId],
  )
  if (!run) throw new ServiceError('job-not-found')
  if (!modelByKey(run.modelKey)) throw new ServiceError('run-again-refused')
  const choice = await chooseProvider(parts, run.modelKey)
  if (choice.refusal) throw new ServiceError(choice.refusal)
  return (tx) => startAgain(parts, choice, tx, jobId)
}

/**
 * Returns the new run. Throws `job-not-found`, `run-again-consent` where the picture would leave without its owner's consent, or
 * `run-again-refused` for one that has not ended, that stands again already, whose model, picture or owner is gone, leaving or banned: nobody is
 * promised what cannot be made.
 */
async function startAgain(
  { providers, queue }: RunAgainParts,
  choice: ProviderChoice,
  tx: Transaction,
  jobId: string,
): Promise<JobRow> {
  const old = await lockRun(tx, jobId)
  if (!old) throw new ServiceError('job-not-found')
  const model = modelByKey(old.modelKey)
  const hasEnded = old.status === 'completed' || old.status === 'failed'
  if (!hasEnded || !model || !old.hasPicture || !old.mayHave) throw new ServiceError('run-again-refused')
  const provider = await providerFor(choice, providers.failover, tx, old)
  const [row] = await tx
    .insert(processingHistory)
    .values({
      userId: old.userId,
      uploadId: old.uploadId,
      parentId: old.parentId,
      originalFilename: old.originalFilename,
      originalOssUrl: old.originalOssUrl,
      aiService: provider.aiService,
      processType: model.tool,
      modelKey: old.modelKey,
      mode: old.mode,
      params: old.params,
      progress: model.isAsync ? ASYNC_PROGRESS.upload : SYNC_PROGRESS.prepared,
      stage: 'queued',
      startKey: `${AGAIN_KEY}${jobId}`,
      deadlineAt: sql`now() + make_interval(secs => ${old.limitSeconds})`,
      creditsHeld: 0,
      listCredits: old.listCredits,
    })
    // Pressed twice, or by two operators: it stands again once.
    .onConflictDoNothing()
    .returning()
  if (!row) throw new ServiceError('run-again-refused')
  const hold = await holdCredits(tx, { userId: old.userId, jobId: row.id, credits: 0 })
  await queue.send(tx, queueOf(provider), { jobId: hold.jobId })
  return row
}

/** The owner's consent is asked as at a start, under the lock that its end takes; without it our own engine does what it can. */
async function providerFor(
  { provider, insteadOf }: ProviderChoice,
  failover: Provider | undefined,
  tx: Transaction,
  run: Pick<JobRow, 'params' | 'userId'>,
): Promise<Provider> {
  const { recipient } = provider
  if (insteadOf === undefined && (!recipient || (await findConsent(tx, run.userId, recipient)))) return provider
  const cannot: Readonly<Record<string, string | undefined>> = failover?.capabilities.unsupportedParams ?? {}
  if (failover && !Object.keys(run.params).some((key) => cannot[key])) return failover
  if (!recipient || insteadOf !== undefined) throw new ServiceError('run-again-refused')
  throw new ServiceError('run-again-consent', { name: recipient.name, country: recipient.country })
}

/** As long as the run itself might take; its deadline is moved when the clock of the machine is set, so nothing outside the two limits is believed. */
const LIMIT_SECONDS = sql`least(greatest(extract(epoch from h.deadline_at - h.created_at)::float8,
  ${SERVICE_POLL_LIMIT.timeoutMs / 1000}::float8), ${TOOL_PAGE_POLL_LIMIT.timeoutMs / 1000}::float8)`

async function lockRun(tx: Transaction, jobId: string) {
  const owner = sql`select user_id as "userId" from processing_history where id = ${jobId}`
  const [seen] = (await tx.execute<{ userId: string }>(owner)).rows
  const account = seen && (await lockAccount(tx, seen.userId))
  if (!account) return undefined
  const { rows } = await tx.execute<
    JobRow & Record<string, unknown> & { hasPicture: boolean; limitSeconds: number }
  >(sql`
    select h.user_id as "userId", h.upload_id as "uploadId", h.parent_id as "parentId", h.original_filename as "originalFilename",
           h.original_oss_url as "originalOssUrl", h.model_key as "modelKey", h.mode, h.params, h.status,
           h.list_credits as "listCredits", ${LIMIT_SECONDS} as "limitSeconds", ${HAS_SOURCE} as "hasPicture"
      from processing_history h join user_uploads u on u.id = h.upload_id
     where h.id = ${jobId} for update of h`)
  return rows[0] && { ...rows[0], mayHave: mayUseAi(account) && !(await isLeaving(tx, seen.userId)) }
}
