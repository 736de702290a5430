// The anonymous trial (document 1 §6, §9; document 2 §6, §7; C-36): up to five pictures a day for each browser fingerprint and
// for each address, without a `user_uploads` row, gone after a day. After sign-in the picture can be taken over.
import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#platform/server/database/database.ts'
import { networkOf, widerNetworkOf } from '#platform/server/http/client-address.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import {
  TRIAL_DAILY_QUOTA,
  TRIAL_LEAST_FREE_BYTES,
  TRIAL_STORAGE_BYTES,
  TRIAL_WIDER_NETWORK_BYTES,
  TRIAL_WIDER_NETWORK_FACTOR,
} from '#rulebook/pictures/storage-layout.ts'
import { MEGABYTE } from '#rulebook/pictures/upload.ts'
import { TRIAL_DAILY_ATTEMPTS } from '#rulebook/site/request-limits.ts'
import { trialUploads, userUploads } from '../tables.ts'
import { countToday, usedToday } from './daily-count.ts'
import { type NewUpload, selectOwnUpload, type TrialRow, type UploadRow } from './upload.store.ts'
import { type AllowanceParts, keepWithinRoom } from './upload-allowance.ts'

/** `upload_source` of a picture that was taken over. */
const TRIAL_SOURCE = 'trial'
const QUOTA_KIND = 'trial-upload'
const ATTEMPT_KIND = 'trial-attempt'
/** Counts a wider network's; counters are whole numbers. */
const MEGABYTES_KIND = 'trial-megabytes'
const MAX_FINGERPRINT_LENGTH = 200

export interface TrialVisitor {
  readonly fingerprintHash: string
  readonly addressHash: string
  readonly widerHash: string
  /** From networkOf. */
  readonly network: string
}

/** In the place of a browser's hash: its day is over and its files are being removed. */
export const NOBODYS = ''

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Throws ServiceError when the browser sends no fingerprint. */
export function trialVisitor(context: Pick<RequestContext, 'headers' | 'clientAddress'>): TrialVisitor {
  const fingerprint = context.headers.get(FINGERPRINT_HEADER) ?? ''
  if (fingerprint === '' || fingerprint.length > MAX_FINGERPRINT_LENGTH) throw new ServiceError('invalid-request')
  const network = networkOf(context.clientAddress)
  return {
    fingerprintHash: hash(`fingerprint:${fingerprint}`),
    addressHash: hash(`address:${network}`),
    widerHash: hash(`wider:${widerNetworkOf(context.clientAddress)}`),
    network,
  }
}

interface CountedSubject {
  readonly subject: string
  /** How many times a visitor's own limit it has. */
  readonly factor: number
}

/** What a visitor is counted by, in an order that two at once share. */
export const subjectsOf = ({ fingerprintHash, addressHash, widerHash }: TrialVisitor): CountedSubject[] =>
  [
    { subject: fingerprintHash, factor: 1 },
    { subject: addressHash, factor: 1 },
    { subject: widerHash, factor: TRIAL_WIDER_NETWORK_FACTOR },
  ].sort((a, b) => (a.subject < b.subject ? -1 : 1))

/** What others of a wider network sent is not reported as a visitor's own. */
const outOfQuota = (factor: number) =>
  factor === 1 ? new ServiceError('trial-quota', { limit: TRIAL_DAILY_QUOTA }) : new ServiceError('trial-full')

/** Refuses before the picture is read when nothing is left; the count itself is made with the row. Throws ServiceError `trial-quota`, `trial-full`. */
export async function demandTrialQuota(database: Queryable, visitor: TrialVisitor): Promise<void> {
  for (const { subject, factor } of subjectsOf(visitor))
    if ((await usedToday(database, subject, QUOTA_KIND)) >= TRIAL_DAILY_QUOTA * factor) throw outOfQuota(factor)
  const megabytes = await usedToday(database, visitor.widerHash, MEGABYTES_KIND)
  if ((megabytes + 1) * MEGABYTE > TRIAL_WIDER_NETWORK_BYTES) throw new ServiceError('trial-full')
}

/** Visitors are refused before people with an account have no room left. Throws ServiceError `trial-full`. */
export async function demandRoomForTrials(database: Queryable, freeBytes: number): Promise<void> {
  if (freeBytes < TRIAL_LEAST_FREE_BYTES || (await storedTrialBytes(database)) >= TRIAL_STORAGE_BYTES)
    throw new ServiceError('trial-full')
}

async function storedTrialBytes(database: Queryable): Promise<number> {
  const { rows } = await database.execute<{ bytes: number }>(
    sql`select coalesce(sum(file_size), 0)::float8 as bytes from trial_uploads where claimed_by is null`,
  )
  return rows[0]!.bytes
}

/** Counts one attempt, whatever becomes of it: a refused picture costs us as much as a kept one. Throws ServiceError `trial-attempts`. */
export async function countTrialAttempt(database: Queryable, visitor: TrialVisitor): Promise<void> {
  for (const { subject, factor } of subjectsOf(visitor)) {
    const used = await countToday(database, subject, ATTEMPT_KIND)
    if (used > TRIAL_DAILY_ATTEMPTS * factor) throw new ServiceError('trial-attempts')
  }
}

/** Counts and keeps a trial picture; two at once cannot both take the last place. Throws ServiceError `trial-quota`, `trial-full`. */
export async function insertTrial(database: Database, visitor: TrialVisitor, upload: NewUpload): Promise<TrialRow> {
  return database.orm.transaction(async (tx) => {
    for (const counted of subjectsOf(visitor)) await countTrial(tx, counted)
    await countBytes(tx, visitor, upload.fileSize)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('trial-room'))`)
    if ((await storedTrialBytes(tx)) + upload.fileSize > TRIAL_STORAGE_BYTES) throw new ServiceError('trial-full')
    const [row] = await tx
      .insert(trialUploads)
      .values({ ...upload, fingerprintHash: visitor.fingerprintHash })
      .returning()
    return row!
  })
}

async function countTrial(tx: Transaction, { subject, factor }: CountedSubject): Promise<void> {
  const used = await countToday(tx, subject, QUOTA_KIND)
  if (used > TRIAL_DAILY_QUOTA * factor) throw outOfQuota(factor)
}

async function countBytes(tx: Transaction, { widerHash }: TrialVisitor, bytes: number): Promise<void> {
  const megabytes = await countToday(tx, widerHash, MEGABYTES_KIND, Math.ceil(bytes / MEGABYTE))
  if (megabytes * MEGABYTE > TRIAL_WIDER_NETWORK_BYTES) throw new ServiceError('trial-full')
}

/**
 * Makes a trial picture of the same browser an upload of this user; its files stay where they are and live as long as any
 * upload's. Asked again by the same user it answers the same upload. Throws ServiceError `upload-missing`, `upload-storage-limit`.
 */
export async function claimTrial(
  { database, settings }: AllowanceParts,
  userId: string,
  id: string,
  visitor: TrialVisitor,
): Promise<UploadRow> {
  return database.orm.transaction(async (tx) => {
    const { fingerprintHash } = visitor
    const [trial] = await tx
      .update(trialUploads)
      .set({ claimedBy: userId })
      .where(
        and(eq(trialUploads.id, id), eq(trialUploads.fingerprintHash, fingerprintHash), isNull(trialUploads.claimedBy)),
      )
      .returning()
    if (trial) {
      await keepWithinRoom(tx, settings, userId, trial)
      await tx.insert(userUploads).values(uploadOf(trial, userId))
    }
    const row = await selectOwnUpload(tx, userId, id)
    if (!row) throw new ServiceError('upload-missing')
    return row
  })
}

function uploadOf(trial: TrialRow, userId: string): typeof userUploads.$inferInsert {
  const { fingerprintHash: _fingerprint, claimedBy: _claimedBy, createdAt: _createdAt, ...picture } = trial
  return { ...picture, userId, uploadSource: TRIAL_SOURCE }
}
