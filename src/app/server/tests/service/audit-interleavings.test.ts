// Whatever happens at once and in whatever order, the books are right afterwards: runs that succeed and fail, cancels, credits given back,
// runs done again at no charge, packs bought and refunded, codes redeemed, 发票 asked for, written and reddened, balances set by an operator, merges and
// ends of accounts, over HTTP and many at a time (decision 0085).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeAccounts } from '#features/account/server/merge/merge-accounts.ts'
import { newMergeProof } from '#features/account/server/merge/merge-proof.ts'
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import { ownedCredits } from '#features/billing/server/ledger/merge-credits.ts'
import { ownedBills } from '#features/billing/server/merge-bills.ts'
import { endRefunded, endRefused } from '#features/billing/server/refund/end-refund.ts'
import { paymentCaptures, paymentOrders } from '#features/billing/server/tables.ts'
import { grantPurchase } from '#features/credits/server/grant-purchase.ts'
import { ownedPictures } from '#features/processing/server/merge-pictures.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { seededBelow } from '../../../../../scripts/seeded-random.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const PEOPLE = 4
const ROUNDS = 8
const AT_ONCE = 8

const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let admin: TestPerson
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
  admin = await signUpAdmin(foundation, `http://127.0.0.1:${service.port}`, 'operator@books.example.com')
})
afterAll(() => service.stop())

const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)

async function jobOf(userId: string, status: string): Promise<string | undefined> {
  const [job] = await query<{ id: string }>(
    'select id from processing_history where user_id = $1 and status = $2 order by id limit 1',
    userId,
    status,
  )
  return job?.id
}

/** A pack of this many credits, bought and paid. */
async function buyPack(userId: string, credits: number): Promise<void> {
  await foundation.database.orm.transaction(async (tx) => {
    const values = {
      userId,
      provider: 'alipay',
      packId: 'small',
      packName: 'p',
      credits,
      amountMinor: 2800,
      currency: 'CNY',
    }
    const at = new Date()
    const [order] = await tx
      .insert(paymentOrders)
      .values({ ...values, status: 'paid', paidAt: at, expiresAt: at, nextCheckAt: at })
      .returning({ id: paymentOrders.id })
    await lockAccount(tx, userId)
    const { amountMinor, currency } = values
    await tx.insert(paymentCaptures).values({
      ...{ orderId: order!.id, provider: 'alipay', transactionId: order!.id, amountMinor, currency },
      ...{ state: 'granted', source: 'notice' },
    })
    await grantPurchase(tx, { userId, orderId: order!.id, packName: 'p', credits })
  })
}

async function askBack({ api }: TestPerson): Promise<unknown> {
  const order = (await api.billing.orders()).find(({ refundable }) => refundable)
  return api.billing.askRefund({ id: order!.id, reason: 'books' })
}

/** Grants or refuses; then the provider proves the money, or refuses for good. */
async function decideRefund(userId: string, number: number): Promise<unknown> {
  const all = await admin.api.admin.refunds.list()
  const request = all.find((one) => one.userId === userId && one.state === 'requested')!
  if (number === 5) return admin.api.admin.refunds.refuse({ id: request.id, reason: 'books' })
  await admin.api.admin.refunds.grant(request)
  const parts = { database: foundation.database, clock: foundation.clock }
  return number % 2 === 0
    ? endRefunded(parts, request.id)
    : endRefused(parts, request.id, 'books', { state: 'waiting' })
}

async function askInvoice({ api }: TestPerson): Promise<unknown> {
  const order = (await api.billing.orders()).find(({ invoiceableMinor }) => invoiceableMinor)
  const wish = { kind: 'personal', title: '李雷', taxNumber: '', email: 'books@example.com' } as const
  return api.billing.askInvoice({ id: order!.id, wish })
}

let invoices = 0
/** Written, refused, or the red one after money went back: whatever the newest of them is ready for. */
async function decideInvoice(number: number): Promise<unknown> {
  const { invoices: desk } = admin.api.admin
  const all = await desk.list()
  const { id, minor } = all[number % all.length]!
  invoices += 1
  const written = String(invoices).padStart(20, '0')
  if (number === 5) return desk.refuse({ id, reason: 'books' })
  return desk.issue({ id, minor, number: written }).catch(() => desk.redden({ id, number: written }))
}

/** Six codes of three credits for everybody, once a person. */
let codes: readonly string[] = []
async function redeem({ api }: TestPerson, number: number): Promise<unknown> {
  if (codes.length === 0)
    codes = (await admin.api.admin.coupons.make({ name: 'books', credits: 3, codes: 6, usesPerCode: 2 })).codes
  return api.billing.redeemCoupon({ code: codes[number % codes.length]! })
}

async function merge(primaryId: string, mergedId: string): Promise<void> {
  const { database } = foundation
  const proof = await newMergeProof(database.orm, primaryId, new Date())
  await mergeAccounts(database, [ownedCredits, ownedPictures, ownedBills], mergedId, proof)
}

type Act = (person: TestPerson, other: TestPerson, number: number) => Promise<unknown>
/** Each may be refused: by a balance, a limit, a race, or because the account is gone. */
const ACTS: readonly Act[] = [
  ...Array.from(
    { length: 4 },
    (): Act =>
      async ({ api, userId }, _, number) => {
        provider.next(number % 3 === 0 ? { failure: 'upstream is down' } : { durationMs: number * 10 })
        return api.processing.jobs.start(startOf({ uploadId: await createTestUpload(foundation, userId) }))
      },
  ),
  async ({ api, userId }) =>
    api.processing.jobs.cancel({ id: ((await jobOf(userId, 'processing')) ?? (await jobOf(userId, 'pending')))! }),
  async ({ userId }) =>
    admin.api.admin.users.giveBack({ id: userId, jobId: (await jobOf(userId, 'completed'))!, reason: 'books' }),
  async ({ userId }, _, number) => {
    const { user } = await admin.api.admin.users.get({ id: userId })
    const { userType, creditsRemaining } = user
    return admin.api.admin.users.update({
      id: userId,
      creditsRemaining: number * 2,
      seen: { userType, creditsRemaining },
      reason: 'books',
    })
  },
  ({ userId }, _, number) => buyPack(userId, number + 1),
  (person) => askBack(person),
  (person) => askInvoice(person),
  (_person, _other, number) => decideInvoice(number),
  (person, _, number) => redeem(person, number),
  async ({ userId }) =>
    admin.api.admin.runs.again({
      id: (await jobOf(userId, 'completed')) ?? (await jobOf(userId, 'failed'))!,
      reason: 'books',
    }),
  ({ userId }, _, number) => decideRefund(userId, number),
  ({ userId }, other) => (userId === other.userId ? Promise.resolve() : merge(userId, other.userId)),
  ({ api }, _, number) => (number === 0 ? api.ownData.deleteAccount({ password: TEST_PASSWORD }) : Promise.resolve()),
]

/** Signing in hashes passwords, and every round asks the whole audit. */
const TIMEOUT_MS = 240_000

it.each([1, 2])('(seed %i) the audit is green after everything at once', { timeout: TIMEOUT_MS }, async (seed) => {
  const random = seededBelow(seed)
  const people: TestPerson[] = []
  for (let i = 0; i < PEOPLE; i += 1) {
    const email = `person-${seed}-${i}@books.example.com`
    people.push(await signUpPerson(`http://127.0.0.1:${service.port}`, foundation.settings.publicOrigin, email))
  }
  let done = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const acts = Array.from({ length: AT_ONCE }, () => {
      const [act, person, other] = [ACTS[random(ACTS.length)]!, people[random(PEOPLE)]!, people[random(PEOPLE)]!]
      return act(person, other, random(6)).then(() => (done += 1))
    })
    await Promise.allSettled(acts)
    // Also while runs are going on: the audit looks at one moment.
    await expectGreenAudit(foundation.database)
  }
  expect(done).toBeGreaterThan(ROUNDS)
  await eventually(
    () => query(`select 1 from processing_history where status in ('pending', 'processing')`),
    (open) => open.length === 0,
  )
  await expectGreenAudit(foundation.database)
  const [kept] = await query<{ kinds: number; given: number }>(
    `select count(distinct kind)::int as kinds, count(*) filter (where kind = 'reverse')::int as given from ledger_ever`,
  )
  expect(kept!.kinds).toBeGreaterThanOrEqual(5)
})
