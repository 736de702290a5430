// The byte streams of uploading, plain routes: `POST /api/uploads` for signed-in people, `POST /api/trial-uploads` for visitors.
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { HttpEnv, RequestContext } from '#platform/server/http/request-context.ts'
import { type SignedInContext, signedInRoute } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { withTempFolder } from '#platform/server/temp-folder.ts'
import {
  BEGUN_UPLOAD_PATH,
  isUploadKey,
  UPLOAD_KEY_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '#rulebook/pictures/begun-upload.ts'
import { UPLOAD_SOURCE } from '#rulebook/pictures/storage-layout.ts'
import { STORAGE_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import type { Upload } from '../../contract.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { TRIAL_OWNER } from '../storage-keys.ts'
import { type BegunReceiver, type BegunUploads, createBegunUploads, type Receiver } from './begun-uploads.ts'
import { filesOf, keepUpload, ownerOf, removeFiles, type UploadOwner } from './keep-upload.ts'
import { type ReceivedFile, receiveUpload } from './receive-upload.ts'
import type { UploadRecorder } from './record-upload.ts'
import { countTrialAttempt, demandRoomForTrials, demandTrialQuota, insertTrial, trialVisitor } from './trial-upload.ts'
import { findOwnUpload, type NewUpload } from './upload.store.ts'
import { takeUpload } from './upload-allowance.ts'
import { toTrialUpload, toUpload } from './upload-view.ts'

export const UPLOAD_PATH = '/api/uploads'
export const TRIAL_UPLOAD_PATH = '/api/trial-uploads'

export function createUploadRoutes(parts: ProcessingParts, recorder: UploadRecorder): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const begun = createBegunUploads({
    root: parts.tempRoot,
    log: parts.log,
    isThere: async ({ userId }, { id }) => (await findOwnUpload(parts.database, userId, id)) !== undefined,
  })
  routes.post(UPLOAD_PATH, signedInRoute, async ({ req, var: { caller }, json }) =>
    json(await uploadForUser(parts, recorder, begun, req.raw, caller)),
  )
  routes.get(`${BEGUN_UPLOAD_PATH}/:key`, signedInRoute, async ({ req, var: { caller }, json }) =>
    json(await begun.read({ userId: caller.userId, key: req.param('key') })),
  )
  routes.post(TRIAL_UPLOAD_PATH, async ({ req, var: { request }, json }) =>
    json(await uploadForVisitor(parts, req.raw, request)),
  )
  return routes
}

async function uploadForUser(
  parts: ProcessingParts,
  recorder: UploadRecorder,
  begun: BegunUploads,
  request: Request,
  caller: SignedInContext,
): Promise<Upload> {
  const { userId, signal, headers } = caller
  const receive = async (to: BegunReceiver, whileAsked: AbortSignal): Promise<Upload> => {
    // The rest of a picture belongs to the upload that was counted, and each is looked at once.
    if (to.fromByte === 0) await takeUpload(parts, userId, fileBytesOf(request))
    const file = await receiveUpload(request, to, whileAsked)
    if (to.noteWhole() && to.fromByte > 0) await takeUpload(parts, userId)
    // A body may take 20 minutes: who was signed out or banned meanwhile stores nothing.
    await parts.demandStillSignedIn(caller)
    return keepAndRecord(parts, recorder, caller, file, whileAsked)
  }
  const key = headers.get(UPLOAD_KEY_HEADER)
  if (key === null) return withReceiver(parts, (to) => receive({ ...to, noteWhole: () => false }, signal))
  const fromByte = Number(headers.get(UPLOAD_OFFSET_HEADER) ?? 0)
  const isPlace = Number.isSafeInteger(fromByte) && fromByte >= 0 && fromByte <= STORAGE_MAX_BYTES
  if (!isUploadKey(key) || !isPlace) throw new ServiceError('invalid-request')
  return begun.receive({ userId, key }, fromByte, signal, receive)
}

async function keepAndRecord(
  parts: ProcessingParts,
  recorder: UploadRecorder,
  { userId, userAgent }: SignedInContext,
  file: ReceivedFile,
  signal: AbortSignal,
): Promise<Upload> {
  const upload = await keep(parts, ownerOf(userId), file, signal)
  try {
    await recorder.record(userId, upload, userAgent, UPLOAD_SOURCE)
  } catch (error) {
    if (!(error instanceof ServiceError)) parts.log.error({ err: error, uploadId: upload.id }, 'upload not recorded')
    // The row may be there: the answer to its commit can be lost. Then, and only where that cannot be said, the files stay (retention/orphans.job.ts).
    const hasNoRow = await parts.database.query('delete from user_uploads where id = $1', [upload.id]).then(
      () => true,
      () => false,
    )
    if (hasNoRow) await removeFiles(parts, filesOf(upload))
    throw error instanceof ServiceError ? error : new ServiceError('storage-failed')
  }
  return toUpload(parts.storage, { ...upload, createdAt: parts.clock.now(), filesRemovedAt: null })
}

/** What its fields and their names take of a body at most. */
const FORM_BYTES = 4096

/** At least; one where the body does not say how long it is. */
const fileBytesOf = ({ headers }: Request): number =>
  Math.max(1, Number(headers.get('content-length') ?? 0) - FORM_BYTES)

async function uploadForVisitor(parts: ProcessingParts, request: Request, context: RequestContext): Promise<Upload> {
  const visitor = trialVisitor(context)
  await demandRoomForTrials(parts.database.orm, await freeBytesOf(parts))
  await demandTrialQuota(parts.database.orm, visitor)
  await countTrialAttempt(parts.database.orm, visitor)
  const owner = { folder: TRIAL_OWNER, lane: { owner: visitor.network, isGuest: true } }
  const upload = await withReceiver(parts, async (to) =>
    keep(parts, owner, await receiveUpload(request, to, context.signal), context.signal),
  )
  try {
    return await toTrialUpload(parts.storage, await insertTrial(parts.database, visitor, upload))
  } catch (error) {
    await removeFiles(parts, filesOf(upload))
    throw error
  }
}

/** Room of the disk that keeps the pictures; a bucket has no end. */
async function freeBytesOf({ readFreeBytes, settings }: ProcessingParts): Promise<number> {
  if (readFreeBytes) return readFreeBytes()
  if (settings.s3) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = await statfs(settings.dataDir)
  return bavail * bsize
}

const withReceiver = <Result>(parts: ProcessingParts, use: (to: Receiver) => Promise<Result>): Promise<Result> =>
  withTempFolder(parts.tempRoot, 'received', (folder) => use({ path: join(folder, 'received'), fromByte: 0 }))

/** What is made of a received file lies in a folder of its own. */
const keep = (
  parts: ProcessingParts,
  owner: UploadOwner,
  file: ReceivedFile,
  signal: AbortSignal,
): Promise<NewUpload> =>
  withTempFolder(parts.tempRoot, 'upload', (folder) => keepUpload(parts, owner, file, folder, signal))
