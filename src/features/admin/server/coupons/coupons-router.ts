// Codes of the back office. They are as good as money: making and reading them requires a fresh proof of identity.
import { sql } from 'drizzle-orm'
import {
  makeCoupons,
  readCouponBatches,
  readCouponCodes,
  stopCoupons,
} from '#features/billing/server/coupon/coupon-desk.ts'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import type { NewCouponBatch } from '#rulebook/credits/coupons.ts'
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { demandReason } from '../demand-reason.ts'
import { writeActionLog } from '../write-action-log.ts'

export function createCouponsRouter(parts: AdminParts, { coupons }: AdminCalls) {
  return coupons.router({
    list: coupons.list.handler(() => readCouponBatches(parts.database.orm)),
    make: coupons.make.handler(({ input, context }) => make(parts, context, input)),
    codes: coupons.codes.handler(({ input, context }) => readCodes(parts, context, input.id)),
    stop: coupons.stop.handler(({ input, context }) => stop(parts, context, input)),
  })
}

const make = (
  { database, clock }: Pick<AdminParts, 'database' | 'clock'>,
  context: AdminContext,
  {
    endsOn,
    ...batch
  }: Omit<NewCouponBatch, 'endsAt'> & {
    readonly endsOn?: string | undefined
    readonly requestKey?: string | undefined
  },
) =>
  database.orm.transaction(async (tx) => {
    const end = endsOn
      ? (
          await tx.execute<{ at: Date | string }>(
            sql`select ((${endsOn}::date + 1)::timestamp at time zone app_time_zone()) as at`,
          )
        ).rows[0]!.at
      : undefined
    const details = {
      coupon: batch.name.trim(),
      credits: batch.credits,
      codes: batch.codes,
      uses_per_code: batch.usesPerCode,
    }
    const writeLog = () => writeActionLog(tx, context, { action: 'make_coupons', details })
    return makeCoupons(tx, { ...batch, ...(end && { endsAt: new Date(end) }) }, clock.now(), writeLog)
  })

/** Each is worth its credits to whoever has it: the log records who downloaded them all. */
const readCodes = ({ database }: Pick<AdminParts, 'database'>, context: AdminContext, id: string) =>
  database.orm.transaction(async (tx) => {
    const { name, codes } = await readCouponCodes(tx, id)
    const details = { coupon: name, batch_id: id, codes: codes.length }
    await writeActionLog(tx, context, { action: 'read_coupon_codes', details })
    return codes
  })

async function stop(
  { database, clock }: Pick<AdminParts, 'database' | 'clock'>,
  context: AdminContext,
  { id, reason: written }: { readonly id: string; readonly reason: string },
) {
  const reason = demandReason(written)
  return database.orm.transaction(async (tx) => {
    const { name } = await stopCoupons(tx, id, clock.now())
    return { logId: await writeActionLog(tx, context, { action: 'stop_coupons', details: { coupon: name, reason } }) }
  })
}
