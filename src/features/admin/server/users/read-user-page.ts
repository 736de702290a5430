// What the page of one user shows beside the row of the list.
import { sql } from 'drizzle-orm'
import { listDevices } from '#features/account/server/profile/device.store.ts'
import { toBill } from '#features/billing/server/billing.ts'
import { readBillsOfOrders } from '#features/billing/server/read-bills.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import type { UserRun } from '../../user-page-contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { readUser } from './user.store.ts'

export async function readFacts({ database, clock }: Pick<AdminParts, 'database' | 'clock'>, id: string) {
  if (!(await readUser(database.orm, id))) throw new ServiceError('user-missing')
  return {
    signIns: await listDevices(database, id, '', clock.now()),
    bills: (await readBillsOfOrders(database, id)).map(toBill),
  }
}

interface RunsQuestion {
  readonly id: string
  readonly page: number
  readonly search?: string
}

/** What `giveBack` finds: the hold of a run that a merge brought ended with its account. */
const RETURNABLE = sql`select from usage_logs hold join usage_logs taken using (job_id)
  where hold.job_id = h.id and hold.user_id = h.user_id and hold.kind = 'hold' and hold.amount < 0 and taken.kind = 'capture'`

/** One page of 20, newest first. */
export async function readRuns(
  { database }: Pick<AdminParts, 'database'>,
  { id, page, search }: RunsQuestion,
): Promise<{ runs: UserRun[]; total: number }> {
  const wanted = search?.trim().toLowerCase() || null
  const { rows } = await database.orm.execute<
    Omit<UserRun, 'createdAt'> & { createdAt: Date | string; total: number }
  >(sql`
    with found as (
      select * from processing_history
       where user_id = ${id} and (${wanted}::text is null or id::text = ${wanted} or error_code = ${wanted})),
    paged as (
      select * from found order by created_at desc, id desc limit ${ADMIN_PAGE_SIZE} offset ${(page - 1) * ADMIN_PAGE_SIZE})
    select h.id, process_type as "processType", model_key as "modelKey", ai_service as "aiService", status, error_code as "errorCode",
           credits_consumed as "creditsConsumed", coalesce(r.amount, 0) as "creditsGivenBack", processing_time_seconds as seconds, vendor_credits as "vendorCredits",
           h.created_at as "createdAt", deleted_at is not null as "isRemoved", status = 'completed' and r.amount is null and exists (${RETURNABLE}) as "mayGiveBack", (select count(*)::int from found) as total
      from paged h left join usage_logs r on r.job_id = h.id and r.kind = 'reverse'
     order by h.created_at desc, h.id desc`)
  return {
    runs: rows.map(({ total: _, createdAt, ...run }) => ({ ...run, createdAt: new Date(createdAt).toISOString() })),
    total: rows[0]?.total ?? 0,
  }
}
