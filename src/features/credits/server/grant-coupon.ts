// The credits of a redeemed code: once for each code and person.
import type { Transaction } from '#platform/server/database/database.ts'
import { COUPON_REFERENCE } from '#rulebook/credits/ledger-texts.ts'
import { usageLogs } from './tables.ts'

export interface CouponGrant {
  readonly userId: string
  readonly codeId: string
  /** Name of the campaign, which the owner reads. */
  readonly name: string
  readonly credits: number
}

/** The account must exist and be locked; answers the entry's id. */
export async function grantCoupon(tx: Transaction, { userId, codeId, name, credits }: CouponGrant): Promise<string> {
  const [entry] = await tx
    .insert(usageLogs)
    .values({
      userId,
      kind: 'grant',
      amount: credits,
      totalAmount: credits,
      reference: `${COUPON_REFERENCE}${codeId}`,
      details: { reason: name },
    })
    .returning({ id: usageLogs.id })
  return entry!.id
}
