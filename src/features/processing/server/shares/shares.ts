// A person's shares: made for an own finished run, listed, taken back. The address is a random id with our signature; without both there is
// nothing to see, and the signature is in the query, which no log keeps.
import { createHmac } from 'node:crypto'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { isEqualSecret } from '#platform/server/is-equal-secret.ts'
import { SHARE_PATH, SHARES_MAX, type ShareDays } from '#rulebook/runs/shares.ts'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import type { Share } from '../../contract.ts'
import { findOwnJob } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import {
  deleteShare,
  type FoundShare,
  findOwnPictures,
  insertShare,
  listOwnShares,
  picturesKeptUntil,
} from './share.store.ts'

type SharingParts = Pick<ProcessingParts, 'database' | 'clock' | 'settings'>

const signatureOf = (secret: string, id: string): string =>
  createHmac('sha256', createHmac('sha256', secret).update('share page').digest()).update(id).digest('base64url')

export const isSigned = (secret: string, id: string, signature = ''): boolean =>
  isEqualSecret(signature, signatureOf(secret, id))

/** Path of the page, or of a part of it, below our own origin. */
export const sharePath = (secret: string, id: string, part = ''): string =>
  `${SHARE_PATH}/${id}${part}?k=${signatureOf(secret, id)}`

export const createShares = (parts: SharingParts) => ({
  list: async (userId: string): Promise<Share[]> =>
    (await listOwnShares(parts.database, userId, parts.clock.now())).map((own) => toShare(parts, own)),
  create: (userId: string, wish: ShareRequest) => createShare(parts, userId, wish),
  revoke: async (userId: string, id: string): Promise<Record<string, never>> => {
    if (!(await deleteShare(parts.database, userId, id))) throw new ServiceError('not-found')
    return {}
  },
})

interface ShareRequest {
  readonly jobId: string
  readonly days: ShareDays
  readonly allowsDownload: boolean
}

async function createShare(parts: SharingParts, userId: string, wish: ShareRequest): Promise<Share> {
  const { database, clock } = parts
  const job = await findOwnJob(database, userId, wish.jobId)
  if (!job) throw new ServiceError('job-not-found')
  const pictures = await findOwnPictures(database, userId, job.id)
  const now = clock.now()
  const keptUntil = pictures ? picturesKeptUntil(pictures) : 0
  if (keptUntil <= now.getTime()) throw new ServiceError('result-expired')
  const values = {
    jobId: job.id,
    allowsDownload: wish.allowsDownload,
    // A link that outlives its pictures would show nothing.
    expiresAt: new Date(Math.min(now.getTime() + wish.days * DAY_MS, keptUntil)),
  }
  const share = await insertShare(database, userId, values, { most: SHARES_MAX, now })
  if (!share) throw new ServiceError('share-limit')
  return toShare(parts, { share, job })
}

const toShare = ({ settings }: SharingParts, { share, job }: Pick<FoundShare, 'share' | 'job'>): Share => ({
  id: share.id,
  jobId: share.jobId,
  originalFilename: job.originalFilename,
  address: settings.publicOrigin + sharePath(settings.secret, share.id),
  allowsDownload: share.allowsDownload,
  expiresAt: share.expiresAt.toISOString(),
})
