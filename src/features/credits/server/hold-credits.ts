// Takes the price of a run out of the balance at the accepted start (C-30, U-13). Nothing runs unpaid: a provider demands a
// `CreditHold`, and only this file can make one (architecture §5).
import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '#platform/server/database/database.ts'
import { usageLogs } from './tables.ts'

export interface HoldRequest {
  readonly userId: string
  readonly jobId: string
  /** 0 for unlimited tiers: their runs are held too, so that every run has its two entries (C-05). */
  readonly credits: number
}

let makeHold: (request: HoldRequest) => CreditHold

/** Proof that the credits of one job are held and not settled yet. */
export class CreditHold {
  readonly userId: string
  readonly jobId: string
  readonly credits: number
  /** Makes the type nominal: no object literal passes for a hold. */
  readonly #isProof = true

  private constructor(request: HoldRequest) {
    this.userId = request.userId
    this.jobId = request.jobId
    this.credits = request.credits
  }

  static {
    makeHold = (request) => new CreditHold(request)
  }

  static isHold(value: unknown): value is CreditHold {
    return typeof value === 'object' && value !== null && #isProof in value && value.#isProof
  }
}

/** The hold itself; throws for anything that only looks like one. Called by all code that spends money or work on it. */
export function proveHold(hold: CreditHold): CreditHold {
  if (!CreditHold.isHold(hold)) throw new TypeError('no proof of held credits')
  return hold
}

/**
 * Takes the credits within the transaction that inserts the job. The caller has locked the profile and compared the balance;
 * a balance that would turn negative is refused by the database all the same.
 */
export async function holdCredits(tx: Transaction, request: HoldRequest): Promise<CreditHold> {
  const { userId, jobId, credits } = request
  await tx.insert(usageLogs).values({ userId, jobId, kind: 'hold', amount: 0 - credits })
  return makeHold(request)
}

/** The open hold of a job, for a process that takes the job up; undefined when there is none or when it is settled. */
export async function reopenHold(database: Queryable, jobId: string): Promise<CreditHold | undefined> {
  const entries = await database
    .select({ kind: usageLogs.kind, amount: usageLogs.amount, userId: usageLogs.userId })
    .from(usageLogs)
    .where(eq(usageLogs.jobId, jobId))
  const [hold, ...further] = entries
  if (hold?.kind !== 'hold' || further.length > 0) return undefined
  return makeHold({ userId: hold.userId, jobId, credits: 0 - hold.amount })
}
