// The page of one user in the back office: ledger, runs, bills and sign-ins, and giving back what a run cost.
import { z } from 'zod'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { bill } from '../billing/contract.ts'
import { ledgerPage, ledgerPageInput } from '../billing/ledger-contract.ts'
import { storableText } from './storable-text.ts'

const ofUser = z.object({ id: z.uuid() })
const moment = z.iso.datetime()

const signIn = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  place: z.string().nullable(),
  signedInAt: moment,
  lastSeenAt: moment,
})

const userRun = z.object({
  id: z.uuid(),
  processType: z.string(),
  modelKey: z.string(),
  aiService: z.string(),
  status: z.string(),
  errorCode: z.string().nullable(),
  creditsConsumed: z.int(),
  /** Given back by an operator. */
  creditsGivenBack: z.int(),
  /** It cost this account something that has not come back. */
  mayGiveBack: z.boolean(),
  /** What the outside provider took, in its own credits; null where it had no part. */
  vendorCredits: z.int().nullable(),
  seconds: z.number().nullable(),
  createdAt: moment,
  isRemoved: z.boolean(),
})
export type UserRun = z.infer<typeof userRun>

export const userPageContract = {
  /** Living sign-ins and all bills. Throws `user-missing`. */
  facts: adminProcedure
    .route({ method: 'GET', path: '/admin/users/{id}/facts' })
    .input(ofUser)
    .output(z.object({ signIns: z.array(signIn), bills: z.array(bill) })),
  ledger: adminProcedure
    .route({ method: 'GET', path: '/admin/users/{id}/ledger' })
    .input(ofUser.extend(ledgerPageInput.shape))
    .output(ledgerPage),
  /** Newest first, including those that the user removed from the list; `search` is the number of a run or an error code. */
  runs: adminProcedure
    .route({ method: 'GET', path: '/admin/users/{id}/runs' })
    .input(ofUser.extend({ ...ledgerPageInput.shape, search: storableText.max(60).optional() }))
    .output(z.object({ runs: z.array(userRun), total: z.int() })),
  /** Ends every sign-in of the account and forgets its remembered browsers (decision 0111). Throws `user-missing`. */
  signOut: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/users/{id}/sign-out' })
    .input(ofUser.extend({ reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(z.object({ ended: z.int(), logId: z.uuid() })),
  /** Throws `give-back-refused` for a run that cost nothing, is not completed or was given back before. */
  giveBack: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/users/{id}/give-back' })
    .input(ofUser.extend({ jobId: z.uuid(), reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(z.object({ credits: z.int(), logId: z.uuid() })),
}
