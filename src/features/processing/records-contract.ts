// Uploads with their records, newest first (document 1 §7 "History list"): the history shows them, and a picture is chosen from them.
import { z } from 'zod'
import { signedInProcedure } from '#platform/procedures.ts'
import { HISTORY_SERVICE_PAGE_SIZE, HISTORY_STATES } from '#rulebook/history/history.ts'
import { job, upload } from './contract.ts'

const uploadWithRecords = upload.extend({ records: z.array(job) })
const recordsPage = z.object({ entries: z.array(uploadWithRecords), hasMore: z.boolean() })

/** What the list is narrowed to; a record must fit tool and state at once. */
const recordsFilter = z.object({
  /** A part of the file name in any case, of a tool's name, or of what was found in the picture. */
  search: z.string().trim().max(100).optional(),
  tool: z.string().max(40).optional(),
  state: z.enum(HISTORY_STATES).optional(),
  /** The upload of this one run. */
  run: z.uuid().optional(),
})

/** The service's default page is 20, the screen passes 10 (C-28). */
export const listRecords = signedInProcedure
  .route({ method: 'GET', path: '/history' })
  .input(
    recordsFilter.extend({
      limit: z.coerce.number().int().min(1).max(50).default(HISTORY_SERVICE_PAGE_SIZE),
      offset: z.coerce.number().int().min(0).default(0),
    }),
  )
  .output(recordsPage)

export type RecordsEntry = z.infer<typeof uploadWithRecords>
export type RecordsPage = z.infer<typeof recordsPage>
export type RecordsFilter = z.infer<typeof recordsFilter>
