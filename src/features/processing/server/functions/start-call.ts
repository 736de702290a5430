// The documented processing calls lead into the same job as the tool pages (document 2 §7; C-43, C-44, U-54): the picture of the
// body becomes an upload, the call a start, guarded and charged like any other.

import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { sha256Hex } from '#platform/server/sha256-hex.ts'
import { modelOfCall, paramsToSend } from '#rulebook/runs/processing-calls.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { findByStartKey, type JobRow } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { startJob } from '../start/start-job.ts'
import { userUploads } from '../tables.ts'
import { filesOf, keepUpload, ownerOf, removeFiles } from '../uploads/keep-upload.ts'
import { insertUpload, type NewUpload } from '../uploads/upload.store.ts'
import { keepWithinRoom } from '../uploads/upload-allowance.ts'
import type { ReceivedCall } from './receive-call.ts'

const callBody = z.object({
  model: z.string().max(100).optional(),
  functionType: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
})
export type CallBody = z.infer<typeof callBody>

/** `upload_source` of a picture that came with a call. */
const CALL_SOURCE = 'api'
/** Idempotency key of a caller: one per press. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** Without such a header the same content within this time is the same call: a repeated request never charges twice. */
const SAME_CALL_SECONDS = 600

/** What came over the wire, and the temporary folder that holds the picture. */
export interface IncomingCall extends ReceivedCall {
  readonly folder: string
}

/** Starts the job of a call or answers the one that the same call started. Throws ServiceError. */
export async function startCall(
  parts: ProcessingParts,
  context: SignedInContext,
  incoming: IncomingCall,
): Promise<JobRow> {
  const { userId } = context
  const call = callBody.safeParse(incoming.fields)
  if (!call.success) throw new ServiceError('invalid-request')
  const model = modelOfCall(call.data.functionType, call.data.model)
  if (!model) throw new ServiceError('unknown-model')
  const startKey = await startKeyOf(parts, userId, context.headers.get(IDEMPOTENCY_HEADER), {
    ...call.data,
    image: incoming.image?.sha256,
  })
  const repeated = await findByStartKey(parts.database.orm, userId, startKey)
  return repeated ?? startNew(parts, context, userId, model, { ...call.data, incoming }, startKey)
}

async function startNew(
  parts: ProcessingParts,
  context: SignedInContext,
  userId: string,
  model: ModelConfig,
  call: CallBody & { readonly incoming: IncomingCall },
  startKey: string,
): Promise<JobRow> {
  const upload = await keepImage(parts, context, userId, call.incoming)
  const params = paramsToSend(call.params)
  const mode = Object.keys(params).length > 0 ? 'manual' : 'auto'
  const forget = () => forgetPicture(parts, userId, upload)
  try {
    const extras = { userAgent: context.userAgent, uploadSource: CALL_SOURCE }
    await insertUpload(parts.database, userId, upload, extras, (tx) =>
      keepWithinRoom(tx, parts.settings, userId, upload),
    )
    const job = await startJob(parts, userId, {
      source: { uploadId: upload.id },
      modelKey: model.key,
      mode,
      params,
      startKey,
    })
    // The same call came twice at once and the other one was first.
    if (job.uploadId !== upload.id) await forget()
    return job
  } catch (error) {
    await forget().catch((failure: unknown) =>
      parts.log.warn({ err: failure, uploadId: upload.id }, 'picture of a call left to the sweep'),
    )
    // The line broke after the start was committed: the call has its run, and its credits are held.
    const started = await findByStartKey(parts.database.orm, userId, startKey)
    if (started) return started
    throw error
  }
}

/** The picture of a call that started nothing. One that a run stands on stays, row and files: runs go with the row of their picture. */
async function forgetPicture(parts: ProcessingParts, userId: string, upload: NewUpload): Promise<void> {
  const isUsed = await parts.database.orm.transaction(async (tx) => {
    // Starts hold this lock: none begins on the picture between the look and the removal.
    await lockAccount(tx, userId)
    const { rows } = await tx.execute(sql`select 1 from processing_history where upload_id = ${upload.id} limit 1`)
    if (rows.length === 0) await tx.delete(userUploads).where(eq(userUploads.id, upload.id))
    return rows.length > 0
  })
  if (!isUsed) await removeFiles(parts, filesOf(upload))
}

function keepImage(parts: ProcessingParts, context: SignedInContext, userId: string, { image, folder }: IncomingCall) {
  if (!image) throw new ServiceError('image-missing')
  const { path, sizeBytes } = image
  const file = { purpose: 'call', path, originalFilename: 'image', sizeBytes } as const
  return keepUpload(parts, ownerOf(userId), file, folder, context.signal)
}

/** The caller's own key, or the content of the call and how often that content was finished or removed before. */
async function startKeyOf(
  parts: ProcessingParts,
  userId: string,
  header: string | null,
  call: CallBody & { readonly image: string | undefined },
): Promise<string> {
  if (header) return `key:${sha256Hex(header)}`
  // By name alone: a value may be anything, one that cannot be made a text of too.
  const params = Object.entries(call.params).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = JSON.stringify([call.model, call.functionType, params, call.image])
  const prefix = `call:${sha256Hex(content)}:`
  const [earlier] = await parts.database.query<{ n: number }>(
    `select count(*)::int as n from processing_history
      where user_id = $1 and start_key like $2
        and (status = 'failed' or deleted_at is not null or completed_at < now() - make_interval(secs => ${SAME_CALL_SECONDS}))`,
    [userId, `${prefix}%`],
  )
  return `${prefix}${earlier!.n}`
}
