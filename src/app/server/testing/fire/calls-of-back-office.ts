// The back office: people, money, runs, settings.

import { createBilling } from '#features/billing/server/billing.ts'
import { TEST_PASSWORD } from '../test-person.ts'
import { asAdmin, type WorldCall } from './as-person.ts'
import { askedInvoice, askedRefund, numberOf, paidOrder } from './calls-of-money.ts'
import type { FirePerson, FireWorld } from './fire-world.ts'
import { rpcRequest } from './fire-world.ts'
import { ended, finishedRun } from './pictures.ts'

const REASON = { reason: '测试' }
type Traits = Omit<WorldCall, 'name' | 'prepare'>

const aboutSomebody = (
  place: string,
  input: (world: FireWorld, person: FirePerson) => unknown = () => REASON,
  traits?: Traits,
): WorldCall =>
  asAdmin(
    place,
    async (world) => {
      const person = await world.newcomer()
      return { id: person.userId, ...(await (input(world, person) as Promise<object>)) }
    },
    traits,
  )

const refundOf = async ({ api }: FirePerson, orderId: string) =>
  (await api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(orderId))!
const invoiceOf = async ({ api }: FirePerson, orderId: string) =>
  (await api.admin.invoices.list()).find(({ orderNumber }) => orderNumber === numberOf(orderId))!

let invoices = 0
const invoiceNumber = () => String(++invoices).padStart(20, '0')

async function issuedInvoice(world: FireWorld, admin: FirePerson) {
  const person = await world.newcomer()
  const orderId = await askedInvoice(world, person)
  const { id, minor } = await invoiceOf(admin, orderId)
  await admin.api.admin.invoices.issue({ id, minor, number: invoiceNumber() })
  await person.api.billing.askRefund({ id: orderId, reason: '买错了' })
  const refund = await refundOf(admin, orderId)
  await admin.api.admin.refunds.grant({ id: refund.id, minor: refund.minor })
  return { id, number: invoiceNumber() }
}

const PEOPLE: readonly WorldCall[] = [
  aboutSomebody('admin.users.signOut'),
  aboutSomebody(
    'admin.users.giveBack',
    async (world, person) => {
      const { jobId } = await finishedRun(world, person)
      return { jobId, ...REASON }
    },
    { isDone: ['give-back-refused'] },
  ),
  aboutSomebody(
    'admin.users.update',
    (_, { userId }) => ({
      id: userId,
      creditsRemaining: 60,
      seen: { userType: 'free', creditsRemaining: 5 },
      ...REASON,
    }),
    { isDone: ['edit-stale'] },
  ),
  aboutSomebody('admin.users.setRole', async ({ query }, { userId }) => {
    await query(`update user_profiles set user_type = 'admin' where id = $1`, userId)
    return { role: 'support', ...REASON }
  }),
  aboutSomebody('admin.users.setStatus', () => ({ status: 'suspended', ...REASON })),
  aboutSomebody('admin.users.sendPasswordReset', () => ({}), {
    between: 'a line in the log stands before an email leaves',
    repeats: 'each email has its line, also the one that did not leave',
  }),
]

const GRANTED_REFUND: WorldCall = {
  name: 'rpc admin.refunds.grant',
  isDone: ['refund-decided'],
  // The job of the clock also tells those who wished for packs.
  differs: /^(payment_refunds|payment_orders|purchase_wishes): /,
  prepare: async (world) => {
    const admin = await world.admin()
    const { id, minor } = await refundOf(admin, await askedRefund(world, await world.newcomer()))
    const request = rpcRequest('admin.refunds.grant', admin, { id, minor })
    return { request, settled: () => checkRefund(world, id) }
  },
}

/** The job of the clock: what was granted and could not be paid back at once is paid back then. */
async function checkRefund({ foundation, query }: FireWorld, id: string): Promise<void> {
  await query('update payment_refunds set next_check_at = created_at where id = $1 and next_check_at is not null', id)
  await createBilling(foundation).checkDueOrders()
}

async function madeCampaign({ api }: FirePerson): Promise<string> {
  const { id } = await api.admin.coupons.make({ name: '开业活动', credits: 20, codes: 1, usesPerCode: 1 })
  return id
}

const MONEY: readonly WorldCall[] = [
  GRANTED_REFUND,
  asAdmin(
    'admin.refunds.refuse',
    async (world, admin) => {
      const { id } = await refundOf(admin, await askedRefund(world, await world.newcomer()))
      return { id, ...REASON }
    },
    { isDone: ['refund-decided'] },
  ),
  asAdmin(
    'admin.disputes.decide',
    async (world) => {
      const id = await paidOrder(world, await world.newcomer(), 2700)
      return { id, decision: 'stands', ...REASON }
    },
    { isDone: ['dispute-missing'] },
  ),
  asAdmin(
    'admin.invoices.issue',
    async (world, admin) => {
      const { id, minor } = await invoiceOf(admin, await askedInvoice(world, await world.newcomer()))
      return { id, minor, number: invoiceNumber() }
    },
    { isDone: ['invoice-decided'] },
  ),
  asAdmin(
    'admin.invoices.refuse',
    async (world, admin) => {
      const { id } = await invoiceOf(admin, await askedInvoice(world, await world.newcomer()))
      return { id, ...REASON }
    },
    { isDone: ['invoice-decided'] },
  ),
  asAdmin('admin.invoices.redden', issuedInvoice, { isDone: ['invoice-decided'] }),
  asAdmin('admin.coupons.make', () => {
    const requestKey = crypto.randomUUID()
    return { name: '开业活动', credits: 20, codes: 2, usesPerCode: 1, requestKey }
  }),
  asAdmin('admin.coupons.stop', async (_, admin) => ({ id: await madeCampaign(admin), ...REASON })),
  asAdmin('admin.coupons.codes', async (_, admin) => ({ id: await madeCampaign(admin) })),
  asAdmin(
    'admin.packs.change',
    async (_, { api }) => {
      const pack = (await api.admin.packs.list()).find(({ id }) => id === 'pile')!
      const { version, credits, bonus, usdCents, cnyFen, isActive } = pack.versions[0]!
      return { id: 'pile', version, credits, bonus: bonus + 1, usdCents, cnyFen, isActive, ...REASON }
    },
    { isDone: ['pack-changed', 'pack-stale'], differs: /^credit_pack_versions: / },
  ),
  asAdmin('admin.exports.read', () => ({ table: 'users', from: '2026-01-01', to: '2026-01-02' })),
  asAdmin(
    'admin.pool.update',
    async (_, { api }) => {
      const pool = { totalPurchased: 100, costPerCredit: 0.1, notes: 'x' }
      await api.admin.pool.update(pool)
      return pool
    },
    { differs: /^(pool_purchases|api_credit_pool): / },
  ),
]

const RUN_AGAIN: WorldCall = {
  name: 'rpc admin.runs.again',
  isDone: ['run-again-refused'],
  prepare: async (world) => {
    const [admin, person] = [await world.admin(), await world.newcomer()]
    const { jobId } = await finishedRun(world, person)
    const request = rpcRequest('admin.runs.again', admin, { id: jobId, ...REASON })
    return { request, settled: () => ended(world, person.userId) }
  },
}

const SESSION: WorldCall = {
  name: 'rpc admin.session.open',
  prepare: async ({ newcomer, query }) => {
    const person = await newcomer()
    await query(`update user_profiles set user_type = 'admin' where id = $1`, person.userId)
    return { request: rpcRequest('admin.session.open', person) }
  },
}

let limits = 1000
const SYSTEM: readonly WorldCall[] = [
  asAdmin('admin.logs.write', () => ({ p_action: 'update_user', p_action_details: { why: 'x' } }), {
    repeats: 'a line without a number of a row is a line of its own',
  }),
  asAdmin('admin.settings.save', async (_, { api }) => {
    await api.admin.settings.save({ maxDailyCreditsPerUser: ++limits })
    return { maxDailyCreditsPerUser: ++limits }
  }),
  asAdmin('admin.settings.setEmergencyStop', async (_, { api }) => {
    await api.admin.settings.setEmergencyStop({ isOn: true })
    return { isOn: false }
  }),
  asAdmin('admin.settings.setMaintenance', async (_, { api }) => {
    await api.admin.settings.setMaintenance({ isOn: true })
    return { isOn: false }
  }),
  asAdmin('admin.settings.cleanup', undefined, { repeats: 'each pass has its line in the log' }),
  asAdmin('admin.settings.optimise', undefined, {
    between: 'the tables are gone through one by one, and no transaction may hold that',
    repeats: 'gone through twice, it stands in the log twice',
  }),
]

export const CALLS_OF_BACK_OFFICE: readonly WorldCall[] = [
  SESSION,
  asAdmin('admin.session.prove', () => ({ password: TEST_PASSWORD })),
  asAdmin('admin.session.close'),
  ...PEOPLE,
  ...MONEY,
  RUN_AGAIN,
  ...SYSTEM,
]
