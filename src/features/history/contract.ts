// The processing history: uploads with their records, newest first (document 1 §7 "History list").
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { job, upload } from '../processing/contract.ts'

export const historyEntry = upload.extend({ records: z.array(job) })
export const historyPage = z.object({ entries: z.array(historyEntry), hasMore: z.boolean() })

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

export const historyContract = {
  /** The service's default page is 20, the screen passes 10 (C-28). */
  list: oc
    .route({ method: 'GET', path: '/history' })
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(50).default(20),
        offset: z.coerce.number().int().min(0).default(0),
      }),
    )
    .output(historyPage),
  stats: oc.route({ method: 'GET', path: '/history/stats' }).output(userStats),
  remove: oc
    .route({ method: 'POST', path: '/history/remove' })
    .input(z.object({ uploadIds: z.array(z.uuid()).min(1).max(50) }))
    .output(z.object({ removed: z.int() })),
}

export type HistoryEntry = z.infer<typeof historyEntry>
export type HistoryPage = z.infer<typeof historyPage>
export type UserStats = z.infer<typeof userStats>
