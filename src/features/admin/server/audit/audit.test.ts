// The audit on the real database: silent while the books are right, and every kind of fault is found when it is planted (decision 0085).
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INVOICE_CHECK } from '#features/billing/server/invoice/invoice-check.ts'
import { PURCHASE_CHECK } from '#features/billing/server/payment/purchase-check.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { removeExpiredFiles } from '../../../processing/server/retention/retention.job.ts'
import { readTotalConsumed } from '../metrics/server-function-answers.ts'
import { addJob, addUser } from '../testing/sample-rows.ts'
import { AUDIT_CHECKS, audit } from './audit.ts'
import { runAuditCommand } from './audit-command.ts'
import { auditNightly, readLastAudit } from './nightly-audit.job.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const run = (statement: string, ...values: unknown[]) => database.query(statement, values)
const entry = (userId: string, jobId: string, kind: string, amount: number) =>
  run('insert into usage_logs (user_id, job_id, kind, amount) values ($1, $2, $3, $4)', userId, jobId, kind, amount)

/** A person with 20 credits. */
async function addPerson(): Promise<string> {
  const id = await database.orm.transaction((tx) => addUser(tx))
  await run(`insert into usage_logs (user_id, kind, amount, total_amount) values ($1, 'grant', 20, 20)`, id)
  return id
}
interface Planted {
  readonly userId: string
  readonly jobId: string
}
/** A run with the entries that belong to it. */
async function addRun(status = 'completed', userId?: string, createdAt = sql`now()`): Promise<Planted> {
  const owner = userId ?? (await addPerson())
  await database.orm.transaction((tx) => addJob(tx, owner, { status, createdAt }))
  const [job] = await database.query<{ id: string }>(
    'update processing_history set credits_consumed = case status when $2 then 2 else 0 end where user_id = $1 and credits_consumed = 0 returning id',
    [owner, 'completed'],
  )
  const planted = { userId: owner, jobId: job!.id }
  await entry(owner, planted.jobId, 'hold', -2)
  if (status === 'completed') await entry(owner, planted.jobId, 'capture', 0)
  if (status === 'failed') await entry(owner, planted.jobId, 'release', 2)
  return planted
}
/** A person with a paid pack of 20 credits and a granted refund of all of them. */
async function addRefund(entryAmount = -20, state = 'granted') {
  const userId = await addPerson()
  const [order] = await database.query<{ id: string }>(
    `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, paid_at, expires_at, next_check_at)
     values ($1, 'alipay', 'small', 'p', 20, 2800, 'CNY', 'paid', now(), now(), now()) returning id`,
    [userId],
  )
  await run(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 20, 20, $2)`,
    userId,
    order!.id,
  )
  await run(
    `insert into payment_captures (order_id, provider, transaction_id, amount_minor, currency, state, source)
     values ($1, 'alipay', $2, 2800, 'CNY', 'granted', 'notice')`,
    order!.id,
    order!.id,
  )
  const [taken] = await database.query<{ id: string }>(
    `insert into usage_logs (user_id, kind, amount, total_amount) values ($1, 'refund', $2, $2) returning id`,
    [userId, entryAmount],
  )
  const [refund] = await database.query<{ id: string }>(
    `insert into payment_refunds (order_id, user_id, state, reason, credits, amount_minor, taken_entry_id)
     values ($1, $2, $3, '', 20, 2800, $4) returning id`,
    [order!.id, userId, state, taken!.id],
  )
  return { userId, orderId: order!.id, entryId: taken!.id, refundId: refund!.id }
}
/** Names of the checks that speak of this account or run. */
const foundOf = ({ userId, jobId }: Partial<Planted>): Promise<string[]> => namesOf(jobId ?? userId!)
/** Names of all checks that find it: the audit shows a few examples of each check, and faults of the tests before are found as well. */
async function namesOf(id: string): Promise<string[]> {
  const names: string[] = []
  for (const { name, faults } of AUDIT_CHECKS) {
    const found = await database.query<{ statement: string }>(faults)
    if (found.some(({ statement }) => statement.includes(id))) names.push(name)
  }
  return names
}

describe('while the books are right', () => {
  it('finds nothing, says so, and ends with code 0', async () => {
    for (const status of ['completed', 'failed', 'pending', 'processing']) await addRun(status)
    await addRefund()
    const { text, exitCode } = await runAuditCommand(database)
    expect(text).toContain('✓ every balance is the sum of its entries')
    expect(text).toContain('The books are right. 账目相符。')
    expect(exitCode).toBe(0)
  })

  it('what was used stays counted when the account ends, when rows go by age, and the books stay right', async () => {
    const [gone, old] = [await addRun(), await addRun('completed', undefined, sql`now() - interval '3 years'`)]
    const before = await readTotalConsumed(database.orm)
    await run('delete from auth_users where id = $1', gone.userId)
    const storage = { remove: async () => {}, stat: async () => undefined, list: async function* () {} }
    await removeExpiredFiles({ database, storage: storage as never, log: pino({ level: 'silent' }) })
    const left = await database.query('select id from processing_history where id = any($1)', [[gone.jobId, old.jobId]])
    expect(left).toEqual([])
    expect(before).toBeGreaterThan(0)
    expect(await readTotalConsumed(database.orm)).toBe(before)
    expect((await audit(database)).faults).toBe(0)
    const [kept] = await database.query<Record<string, unknown>>('select * from ended_runs where id = $1', [gone.jobId])
    expect(JSON.stringify(kept)).not.toContain(gone.userId)
  })
})

describe('a planted fault is found', () => {
  const faults: Record<string, [expected: string[], plant: () => Promise<Partial<Planted>>]> = {
    'a balance that its entries do not give': [
      ['balances'],
      async () => {
        const userId = await addPerson()
        await run('update user_profiles set credits_remaining = 25, credits_total = 25 where id = $1', userId)
        return { userId }
      },
    ],
    'a negative balance': [
      ['balances', 'negative'],
      async () => {
        const userId = await addPerson()
        await run('alter table user_profiles drop constraint user_profiles_credits')
        await run('update user_profiles set credits_remaining = -1 where id = $1', userId)
        return { userId }
      },
    ],
    'a capture without a run': [
      ['captures'],
      async () => {
        const [userId, jobId] = [await addPerson(), crypto.randomUUID()]
        await entry(userId, jobId, 'hold', -2)
        await entry(userId, jobId, 'capture', 0)
        return { jobId }
      },
    ],
    'a capture of a failed run': [
      ['captures'],
      async () => {
        const planted = await addRun('pending')
        await entry(planted.userId, planted.jobId, 'capture', 0)
        await run(`update processing_history set status = 'failed' where id = $1`, planted.jobId)
        return { jobId: planted.jobId }
      },
    ],
    'a run that was completed unpaid': [
      ['captures', 'figures'],
      async () => {
        const { jobId } = await addRun('failed')
        await run(`update processing_history set status = 'completed' where id = $1`, jobId)
        return { jobId }
      },
    ],
    'credits held for an ended run': [
      ['holds'],
      async () => {
        const { jobId } = await addRun('processing')
        await run(`update processing_history set status = 'failed' where id = $1`, jobId)
        return { jobId }
      },
    ],
    'a living run for which nothing is held': [
      ['holds'],
      async () => {
        const { jobId } = await addRun('failed')
        await run(`update processing_history set status = 'processing' where id = $1`, jobId)
        return { jobId }
      },
    ],
    'more given back than was taken': [
      ['settlements'],
      async () => {
        const { userId, jobId } = await addRun('completed')
        await entry(userId, jobId, 'reverse', 3)
        return { jobId }
      },
    ],
    'a release of another amount': [
      ['settlements'],
      async () => {
        const { userId, jobId } = await addRun('processing')
        await entry(userId, jobId, 'release', 1)
        await run(`update processing_history set status = 'failed' where id = $1`, jobId)
        return { jobId }
      },
    ],
    'a page that shows another price': [
      ['figures'],
      async () => {
        const { jobId } = await addRun('completed')
        await run('update processing_history set credits_consumed = 1 where id = $1', jobId)
        return { jobId }
      },
    ],
  }

  const refundFaults: Record<string, [expected: string[], plant: () => Promise<string>]> = {
    'a refund that took fewer credits': [['refunds'], async () => (await addRefund(-19)).refundId],
    'a failed refund that gave nothing again': [['refunds'], async () => (await addRefund(-20, 'failed')).refundId],
    'credits of a refund that nobody knows': [
      ['refunds'],
      async () => {
        const { refundId, entryId } = await addRefund()
        await run('delete from payment_refunds where id = $1', refundId)
        return entryId
      },
    ],
    'a proven refund without a bill, of an order that is still paid': [
      ['refund-bills'],
      async () => {
        const { refundId, orderId } = await addRefund(-20, 'refunded')
        expect(await namesOf(orderId)).toEqual(['refund-bills'])
        return refundId
      },
    ],
    'more money back than was paid': [
      ['refunds'],
      async () => {
        const { refundId } = await addRefund()
        await run('update payment_refunds set amount_minor = 2801 where id = $1', refundId)
        return refundId
      },
    ],
  }
  const purchaseFaults: Record<string, string> = {
    'an order whose credits never came': `update usage_logs set reference = null where reference = $1 and kind = 'purchase'`,
    'a purchase of an order that nobody paid': `update payment_orders set status = 'closed', paid_at = null where id = $1`,
    'more credits than the pack has': `update payment_orders set credits = 19 where id = $1`,
    'an order without money': `delete from payment_captures where order_id = $1`,
    'an order with less money': `update payment_captures set amount_minor = 1 where order_id = $1`,
  }
  it.each(Object.entries(purchaseFaults))('%s', async (_, work) => {
    const { orderId } = await addRefund()
    await run('alter table usage_logs disable trigger usage_logs_protect')
    await run(work, orderId)
    await run('alter table usage_logs enable trigger usage_logs_protect')
    const found = await database.query<{ statement: string }>(PURCHASE_CHECK.faults)
    expect(found.some(({ statement }) => statement.includes(orderId))).toBe(true)
  })

  it('an invoice for more than was paid', async () => {
    const { orderId, userId } = await addRefund()
    await run(
      `insert into payment_invoices (order_id, user_id, state, kind, title, tax_number, email, number, amount_minor, decided_at)
       values ($1, $2, 'issued', 'personal', 'p', '', 'p@example.com', $1::uuid::text, 2801, now())`,
      orderId,
      userId,
    )
    const found = await database.query<{ statement: string }>(INVOICE_CHECK.faults)
    expect(found.some(({ statement }) => statement.includes(orderId))).toBe(true)
  })

  it.each(Object.entries(refundFaults))('%s', async (_, [expected, plant]) => {
    expect(await namesOf(await plant())).toEqual(expected)
  })

  it.each(Object.entries(faults))('%s', async (_, [expected, plant]) => {
    const planted = await plant()
    expect(await foundOf(planted)).toEqual(expected)
  })

  it('and the command ends with code 1, the night leaves a row and a line in the log', async () => {
    const { text, exitCode } = await runAuditCommand(database)
    expect(exitCode).toBe(1)
    expect(text).toMatch(/✗ .*\n {4}account/)
    const lines: string[] = []
    await auditNightly({ database, log: pino({}, { write: (line) => void lines.push(line) }) })
    const last = (await readLastAudit(database.orm))!
    expect(last.faults).toBe((await audit(database)).faults)
    expect(last.byCheck).toMatchObject({ balances: 2, captures: 3 })
    expect(lines.join()).toContain('audit: the books are wrong')
  })
})
