// Runs of everybody in the back office: found by number or error code, each with a page of its own, and done once more at no charge.

import { z } from 'zod'
import { byId } from '#platform/by-id.ts'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { JOB_STATES } from '#rulebook/runs/job-states.ts'
import { storableText } from './storable-text.ts'

const moment = z.iso.datetime()

const listed = {
  id: z.uuid(),
  userId: z.uuid(),
  /** Empty where a person has neither name nor address. */
  userName: z.string(),
  processType: z.string(),
  modelKey: z.string(),
  aiService: z.string(),
  status: z.string(),
  errorCode: z.string().nullable(),
  creditsConsumed: z.int(),
  seconds: z.number().nullable(),
  createdAt: moment,
}
export const listedRun = z.object(listed)
export type ListedRun = z.infer<typeof listedRun>

export const runPage = z.object({
  ...listed,
  mode: z.string(),
  params: z.record(z.string(), z.unknown()),
  filename: z.string(),
  /** What was processed; `bytes` is null for the result of the run before. */
  source: z.object({ width: z.int(), height: z.int(), bytes: z.number().nullable() }),
  result: z.object({ width: z.int(), height: z.int() }).nullable(),
  attempts: z.int(),
  stage: z.string(),
  errorMessage: z.string().nullable(),
  listCredits: z.int(),
  creditsGivenBack: z.int(),
  startedAt: moment.nullable(),
  completedAt: moment.nullable(),
  /** Removed by its owner. */
  isRemoved: z.boolean(),
  /** Its picture is kept still. */
  hasPicture: z.boolean(),
  /** The one that was started from this one at no charge. */
  againId: z.uuid().nullable(),
  /** Entries of the ledger. */
  entries: z.array(z.object({ kind: z.string(), amount: z.int(), at: moment })),
})
export type RunPage = z.infer<typeof runPage>

export const runsContract = {
  /** Newest first; pages count from 1. `search` is a run's number or an error code, whole. */
  list: adminProcedure
    .route({ method: 'GET', path: '/admin/runs' })
    .input(
      z.object({
        search: storableText.max(200).optional(),
        status: z.enum(JOB_STATES).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    )
    .output(z.object({ runs: z.array(listedRun), total: z.int() })),
  /** Throws `job-not-found`. */
  get: adminProcedure.route({ method: 'GET', path: '/admin/runs/{id}' }).input(byId).output(runPage),
  /** Throws `job-not-found`, `run-again-refused`, `run-again-consent`, `edit-reason-missing`, `emergency-stop` or what the provider's account is refused for. */
  again: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/runs/{id}/again' })
    .input(byId.extend({ reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(z.object({ jobId: z.uuid(), logId: z.uuid() })),
}
