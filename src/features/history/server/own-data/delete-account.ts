// The end of an account (U-16; document 1 §9; decision 0058): proved, a week later, and undone by signing in before. Running jobs are stopped at
// once. In the end the rows go in one transaction, then the files; an entry of the queue, made before, comes back until the files are gone, too.
import { sql } from 'drizzle-orm'
import type { Proof } from '#features/account/server/login-methods/prove-owner.ts'
import { findOpenJobs } from '#features/processing/server/jobs/job.store.ts'
import { type Database, inUserScope } from '#platform/server/database/database.ts'
import { removeFolder } from '#platform/server/storage/object-storage.ts'
import { AVATAR_CATEGORY, RESULT_CATEGORY, UPLOAD_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import type { DeletionPreview } from '../../contract.ts'
import type { OwnDataParts } from './own-data-parts.ts'

/** What would be destroyed now. */
export async function previewDeletion(
  { database, accounts, hasPurchases }: Pick<OwnDataParts, 'database' | 'accounts' | 'hasPurchases'>,
  userId: string,
): Promise<DeletionPreview> {
  const { rows } = await inUserScope(database, userId, (tx) =>
    tx.execute<{ uploads: number; records: number; credits: number }>(sql`
      select (select count(*)::int from user_uploads where status = 'uploaded') as uploads,
             (select count(*)::int from processing_history where deleted_at is null) as records,
             (select coalesce(sum(credits_remaining), 0)::int from user_profiles) as credits`),
  )
  const { uploads, records, credits } = rows[0]!
  return {
    uploads,
    records,
    creditsRemaining: credits,
    hasPurchases: await hasPurchases(userId),
    needsPassword: await accounts.hasPassword(userId),
  }
}

export const ACCOUNT_DELETION_QUEUE = 'account-deletion'
export const ENDED_FILES_QUEUE = 'ended-account-files'
/** Until the rows have gone, or the process that should remove them. */
const ENDED_FILES_AFTER_SECONDS = 600
export const ACCOUNT_DELETION_CRON = '27 * * * *'

/** When the account will end. Throws what `proveOwner` throws, and `account-last-admin`; then nothing has changed. */
export async function askForDeletion(parts: OwnDataParts, proof: Proof): Promise<Date> {
  const { userId } = proof
  await parts.accounts.proveOwner(proof)
  // First, so that no start comes after the last cancel: it ends the sessions.
  const dueAt = await parts.accounts.scheduleDeletion(userId)
  await cancelOpenJobs(parts, userId)
  return dueAt
}

/** The accounts whose week is over; one that cannot end keeps no other from it. */
export async function endDueAccounts(parts: OwnDataParts): Promise<void> {
  for (const userId of await parts.accounts.dueDeletions())
    await endAccount(parts, userId).catch((error: unknown) =>
      parts.log.error({ err: error, userId }, 'account that is due could not be removed'),
    )
}

async function endAccount(parts: OwnDataParts, userId: string): Promise<void> {
  // The ones before may have taken minutes (their money goes back over the network): whoever came back meanwhile loses no run.
  if (!(await parts.accounts.mayRemove(userId))) return
  // A worker that settles its job while the rows go would deadlock with their removal.
  await cancelOpenJobs(parts, userId)
  // Behind the runs, whose credits come back: what a pack is worth is read from the ledger, which ends with the account (decision 0242).
  await parts.grantRefunds(userId)
  const foreign = await foreignFoldersOf(parts.database, userId)
  const own = [UPLOAD_CATEGORY, RESULT_CATEGORY, AVATAR_CATEGORY].map((category) => `${category}/${userId}`)
  const ended: EndedAccount = { userId, folders: [...own, ...foreign] }
  // With the rows goes all that names these files. A storage that is away just then, or a kill, must not leave them for ever.
  await parts.database.orm.transaction((tx) =>
    parts.queue.send(tx, ENDED_FILES_QUEUE, ended, { startAfterSeconds: ENDED_FILES_AFTER_SECONDS }),
  )
  if (await parts.accounts.remove(userId)) await removeEndedFiles(parts, ended)
}

export interface EndedAccount {
  readonly userId: string
  readonly folders: readonly string[]
}

/** Nothing of an account that did not end after all: the next hour tries it again. */
export async function removeEndedFiles(
  { database, storage }: Pick<OwnDataParts, 'database' | 'storage'>,
  { userId, folders }: EndedAccount,
): Promise<void> {
  const living = await database.query('select 1 from auth_users where id = $1', [userId])
  if (living.length > 0) return
  for (const folder of folders) await removeFolder(storage, folder)
}

async function cancelOpenJobs({ database, processing }: OwnDataParts, userId: string): Promise<void> {
  for (const { id } of await findOpenJobs(database, userId)) await processing.cancelAndWait(userId, id)
}

/** Pictures of before the sign-in lie in folders of their own (C-36), those of a merged account in its folders (C-53). */
async function foreignFoldersOf(database: Database, userId: string): Promise<string[]> {
  const { rows } = await inUserScope(database, userId, (tx) =>
    tx.execute<{ key: string }>(sql`
      select oss_url as key from user_uploads where files_removed_at is null
      union all select result_oss_url from processing_history where files_removed_at is null and result_oss_url is not null`),
  )
  return rows
    .map(({ key }) => key.slice(0, key.lastIndexOf('/')))
    .filter((folder) => !folder.split('/').includes(userId))
}
