// Whose picture a look is at, and whether it may be had: people by the start's own guards, visitors by their daily count.
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { createLongRateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { PATCH_GUARDS, PATCHES_PER_HOUR, TRIAL_DAILY_PATCHES } from '#rulebook/runs/patches.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PatchRequest } from '../../contract.ts'
import { findOwnJob } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { StartAttempt } from '../start/start-attempt.ts'
import { askGuard } from '../start/start-guards.ts'
import { trialUploads } from '../tables.ts'
import { countToday } from '../uploads/daily-count.ts'
import { NOBODYS, subjectsOf, type TrialVisitor, trialVisitor } from '../uploads/trial-upload.ts'
import { findOwnUpload } from '../uploads/upload.store.ts'

/** What is looked at, and for whom. */
export interface PatchSource {
  readonly storageKey: string
  readonly params: ParameterValues
  readonly size: { readonly width: number; readonly height: number }
  readonly lane: { readonly owner: string; readonly isGuest: boolean }
  /** Whether its files still exist as far as its row knows. */
  readonly isKept: () => Promise<boolean>
}

const HOUR_MS = 3_600_000
const TRIAL_KIND = 'trial-patch'

export async function sourceOfMember(
  parts: ProcessingParts,
  userId: string,
  { source, modelKey, mode, params }: PatchRequest,
): Promise<PatchSource> {
  const limit = { max: PATCHES_PER_HOUR, windowMs: HOUR_MS }
  const limiter = createLongRateLimiter(parts.database, parts.clock)
  if (!(await limiter.consume(`patch:${userId}`, limit))) throw new ServiceError('patch-limit')
  const conditions = {
    systemSettings: await parts.readSystemSettings(),
    isWithinRate: true,
    unsupportedParams: parts.providers.of(modelKey).capabilities.unsupportedParams,
    gateRefusal: undefined,
    recipient: undefined,
  }
  return parts.database.orm.transaction(async (tx) => {
    const attempt = new StartAttempt(tx, userId, { source, modelKey, mode, params, startKey: '' }, conditions)
    for (const guard of PATCH_GUARDS) {
      const problem = await askGuard(guard, attempt)
      if (problem) throw new ServiceError(problem.code, problem.data)
    }
    const { storageKey, widthPx: width, heightPx: height } = (await attempt.source())!
    const lane = { owner: userId, isGuest: false }
    return {
      storageKey,
      params: attempt.params,
      size: { width, height },
      lane,
      isKept: () => isOwnKept(parts, userId, source),
    }
  })
}

async function isOwnKept({ database }: ProcessingParts, userId: string, source: PatchRequest['source']) {
  const row =
    'uploadId' in source
      ? await findOwnUpload(database, userId, source.uploadId)
      : await findOwnJob(database, userId, source.parentJobId)
  return row?.filesRemovedAt === null
}

/** A picture of the anonymous trial that this browser sent, with automatic values. */
export async function sourceOfVisitor(
  parts: ProcessingParts,
  context: RequestContext,
  { source, modelKey }: PatchRequest,
): Promise<PatchSource> {
  const { maintenanceMode, emergencyStop } = await parts.readSystemSettings()
  if (maintenanceMode) throw new ServiceError('maintenance')
  if (emergencyStop) throw new ServiceError('emergency-stop')
  if (!modelByKey(modelKey)) throw new ServiceError('unknown-model')
  if (!('uploadId' in source)) throw new ServiceError('login-required')
  const { visitor, storageKey, size } = await trialPicture(parts, context, source.uploadId)
  for (const { subject, factor } of subjectsOf(visitor))
    if ((await countToday(parts.database.orm, subject, TRIAL_KIND)) > TRIAL_DAILY_PATCHES * factor)
      throw new ServiceError('trial-patches')
  const lane = { owner: visitor.network, isGuest: true }
  return { storageKey, params: {}, size, lane, isKept: () => trialIsKept(parts, source.uploadId) }
}

/** Taken over after a sign-in it lies where it lay. */
async function trialIsKept({ database }: ProcessingParts, id: string): Promise<boolean> {
  const found = await database.orm
    .select({ id: trialUploads.id })
    .from(trialUploads)
    .where(and(eq(trialUploads.id, id), ne(trialUploads.fingerprintHash, NOBODYS)))
  return found.length > 0
}

/** Throws ServiceError `login-required` without a browser id, `upload-missing` for a picture that another browser sent. */
export async function trialPicture(
  { database }: Pick<ProcessingParts, 'database'>,
  context: RequestContext,
  id: string,
): Promise<Pick<PatchSource, 'storageKey' | 'size'> & { readonly visitor: TrialVisitor }> {
  if (!context.headers.has(FINGERPRINT_HEADER)) throw new ServiceError('login-required')
  const visitor = trialVisitor(context)
  const [row] = await database.orm
    .select({ storageKey: trialUploads.ossUrl, width: trialUploads.width, height: trialUploads.height })
    .from(trialUploads)
    .where(
      and(
        eq(trialUploads.id, id),
        eq(trialUploads.fingerprintHash, visitor.fingerprintHash),
        isNull(trialUploads.claimedBy),
      ),
    )
  if (!row) throw new ServiceError('upload-missing')
  const { storageKey, ...size } = row
  return { visitor, storageKey, size }
}
