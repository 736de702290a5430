// The processing history: the list is processing's, which keeps uploads with their records; what is done with them is the history's.
import { z } from 'zod'
import { signedInProcedure, uncountedProcedure } from '#platform/procedures.ts'
import { PASSWORD_MAX_CHARACTERS } from '#rulebook/account/password.ts'
import { HISTORY_BATCH_MAX } from '#rulebook/history/history.ts'
import { listRecords, type RecordsEntry, type RecordsFilter, type RecordsPage } from '../processing/records-contract.ts'

/** Statistics count visible uploads only (C-54). Sizes in bytes. */
export const userStats = z.object({
  totalUploads: z.int(),
  totalProcessing: z.int(),
  completedProcessing: z.int(),
  totalStorageUsed: z.int(),
  totalCreditsUsed: z.int(),
  monthlyUploads: z.int(),
  monthlyProcessing: z.int(),
})

/** Uploads and records, and the bytes of the files that they still hold. */
export const cleanupCounts = z.object({ uploads: z.int(), records: z.int(), sizeBytes: z.int() })

const uploadIds = z.object({ uploadIds: z.array(z.uuid()).min(1).max(HISTORY_BATCH_MAX) })

export const historyContract = {
  list: listRecords,
  stats: signedInProcedure.route({ method: 'GET', path: '/history/stats' }).output(userStats),
  remove: signedInProcedure
    .route({ method: 'POST', path: '/history/remove' })
    .input(uploadIds)
    .output(z.object({ removed: z.int() })),
  /** What the cleanup dialog would remove: own records and files older than 30 days (document 1 §9; C-14). */
  cleanupPreview: signedInProcedure.route({ method: 'GET', path: '/history/cleanup' }).output(cleanupCounts),
  /** Removes it at once and answers what went and what was freed. */
  cleanup: signedInProcedure.route({ method: 'POST', path: '/history/cleanup' }).output(cleanupCounts),
  /** A short-lived address of one ZIP with the results of these uploads, for tiers with batch_process (P-10). */
  archive: uncountedProcedure
    .route({ method: 'POST', path: '/history/archive' })
    .input(uploadIds)
    .output(z.object({ address: z.string(), files: z.int(), sizeBytes: z.int() })),
}

/** What a deletion of the account destroys, counted before it is asked for (U-16). */
export const deletionPreview = z.object({
  uploads: z.int(),
  records: z.int(),
  creditsRemaining: z.int(),
  /** Whether money was paid, which can be asked back and whose records are kept. */
  hasPurchases: z.boolean(),
  /** Asked for again; accounts without one need a sign-in of the last minutes. */
  needsPassword: z.boolean(),
})

const proof = z.object({ password: z.string().max(PASSWORD_MAX_CHARACTERS).optional() })

/** A person's own data as a whole: to take along, or to end (U-16). */
export const ownDataContract = {
  /** A short-lived address of one ZIP: profile, history, credits, bills, pictures. Wants a proof of the owner, as its end does. */
  export: signedInProcedure
    .route({ method: 'POST', path: '/account/data/export' })
    .input(proof)
    .output(z.object({ address: z.string(), files: z.int(), sizeBytes: z.int() })),
  deletionPreview: signedInProcedure.route({ method: 'GET', path: '/account/data/deletion' }).output(deletionPreview),
  /** The end of the account at `dueAt`; signing in before undoes it (decision 0058). */
  deleteAccount: signedInProcedure
    .route({ method: 'POST', path: '/account/data/deletion' })
    .input(proof)
    .output(z.object({ dueAt: z.iso.datetime() })),
}

export type DeletionPreview = z.infer<typeof deletionPreview>
export type HistoryEntry = RecordsEntry
export type HistoryJob = HistoryEntry['records'][number]
export type HistoryPage = RecordsPage
export type HistoryFilter = RecordsFilter
export type CleanupCounts = z.infer<typeof cleanupCounts>
export type UserStats = z.infer<typeof userStats>
