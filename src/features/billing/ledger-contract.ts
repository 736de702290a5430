// The ledger in plain words: the same lines for their owner and for the back office (decision 0085).
import { z } from 'zod'
import { signedInProcedure } from '#platform/procedures.ts'

export const ledgerEntry = z.object({
  id: z.uuid(),
  /** hold, release, reverse, purchase, grant, adjust, merge, or what a later version writes. */
  kind: z.string(),
  amount: z.int(),
  /** After this entry. */
  balance: z.int(),
  at: z.iso.datetime(),
  run: z
    .object({
      id: z.uuid(),
      processType: z.string(),
      modelKey: z.string(),
      errorCode: z.string().nullable(),
      /** False: removed from the owner's history. */
      isListed: z.boolean(),
    })
    .nullable(),
  note: z.string().nullable(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const ledgerPage = z.object({ entries: z.array(ledgerEntry), total: z.int() })
export type LedgerPage = z.infer<typeof ledgerPage>

export const ledgerPageInput = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })

/** Newest first; pages count from 1. */
export const ownLedger = signedInProcedure
  .route({ method: 'GET', path: '/billing/ledger' })
  .input(ledgerPageInput)
  .output(ledgerPage)
