// Every action of an administrator over HTTP and its row in the operator's log; viewing leaves none (document 2 §6; C-40). The list is read
// from the contract: a new call that is no GET needs an entry here.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminContract } from '#features/admin/contract.ts'
import { emptyActionLog } from '#features/admin/server/testing/empty-action-log.ts'
import { addJob, addUser } from '#features/admin/server/testing/sample-rows.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { callsOf } from '../../testing/role-callers.ts'
import { postTo, signInPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
let consumer: TestPerson
const origin = () => `http://127.0.0.1:${service.port}`

beforeAll(async () => {
  const mailer = { delivers: true, send: async () => {} }
  foundation = { ...(await openTestFoundation()), mailer }
  service = await startOn(foundation)
  admin = await signUp('operator@actions.example.com')
  await foundation.database.query(`update user_profiles set user_type = 'admin' where id = $1`, [admin.userId])
  await admin.api.admin.session.open()
  consumer = await signUp('consumer@actions.example.com')
})
afterAll(() => service.stop())

/** With a mail account an address is verified first. */
async function signUp(email: string): Promise<TestPerson> {
  const own = foundation.settings.publicOrigin
  await postTo(origin(), own)('/api/auth/sign-up/email', {
    email,
    password: TEST_PASSWORD,
    name: '',
    acceptedTerms: TERMS_VERSION,
  })
  await foundation.database.query('update auth_users set email_verified = true where email = $1', [email])
  return signInPerson(origin(), own, email)
}

type AdminApi = TestPerson['api']['admin']
interface Action {
  /** As the log names it. */
  readonly name: string
  /** What the documents let an administrator do (document 2 §6). */
  readonly does: (api: AdminApi) => Promise<unknown>
  readonly hasTarget?: boolean
}
const id = () => consumer.userId
const seen = async () => {
  const { users } = await admin.api.admin.users.list({ search: 'consumer@actions' })
  const { userType, creditsRemaining } = users[0]!
  return { userType, creditsRemaining }
}

/** One that cost the consumer something. */
async function completedRun(): Promise<string> {
  const { database } = foundation
  const jobId = crypto.randomUUID()
  for (const [kind, amount] of [
    ['purchase', 1],
    ['hold', -1],
    ['capture', 0],
  ] as const)
    await database.query(
      'insert into usage_logs (user_id, job_id, kind, amount, total_amount) values ($1, $2, $3, $4, greatest($4, 0))',
      [id(), kind === 'purchase' ? null : jobId, kind, amount],
    )
  return jobId
}

/** For a pack of one credit, which the consumer still has. */
async function paidOrder(status: 'paid' | 'disputed'): Promise<string> {
  const [order] = await foundation.database.query<{ id: string }>(
    `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, problem, paid_at, expires_at,
       next_check_at)
     values ($1, 'alipay', 'small', 'p', 1, 100, 'CNY', $2, 'refunded-elsewhere', now(), now(), now()) returning id`,
    [id(), status],
  )
  await foundation.database.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 1, 1, $2)`,
    [id(), order!.id],
  )
  return order!.id
}

/** With its picture. */
async function endedRun(): Promise<string> {
  await foundation.database.orm.transaction((tx) => addJob(tx, id()))
  const [run] = await foundation.database.query<{ id: string }>(
    'select id from processing_history where user_id = $1 order by created_at desc limit 1',
    [id()],
  )
  return run!.id
}

async function refundRequest(): Promise<string> {
  const [request] = await foundation.database.query<{ id: string }>(
    `insert into payment_refunds (order_id, user_id, reason) values ($1, $2, '') returning id`,
    [await paidOrder('paid'), id()],
  )
  return request!.id
}

async function couponBatch(): Promise<string> {
  const [batch] = await foundation.database.query<{ id: string }>(
    `insert into coupon_batches (name, credits, uses_per_code) values ('x', 1, 1) returning id`,
  )
  await foundation.database.query(`insert into coupon_codes (batch_id, code) values ($1, $1::uuid::text)`, [batch!.id])
  return batch!.id
}

let invoices = 0
async function invoiceRequest(state: 'requested' | 'issued'): Promise<string> {
  const number = state === 'issued' ? nextInvoiceNumber() : null
  const [request] = await foundation.database.query<{ id: string }>(
    `insert into payment_invoices (order_id, user_id, state, kind, title, tax_number, email, number, amount_minor)
     values ($1, $2, $3, 'personal', 'p', '', 'p@example.com', $4, $5) returning id`,
    [await paidOrder('paid'), id(), state, number, number ? 100 : null],
  )
  return request!.id
}
const nextInvoiceNumber = () => String(++invoices).padStart(20, '0')

const PACK = { id: 'small', credits: 30, bonus: 0, usdCents: 399, cnyFen: null, isActive: true } as const

const ACTIONS: Readonly<Record<string, Action>> = {
  'users.update': {
    name: 'update_user',
    does: async (api) =>
      api.users.update({ id: id(), userType: 'premium', creditsRemaining: 7, seen: await seen(), reason: 'x' }),
    hasTarget: true,
  },
  'users.setStatus': {
    name: 'update_user',
    does: (api) => api.users.setStatus({ id: id(), status: 'suspended', reason: 'x' }),
    hasTarget: true,
  },
  'users.setRole': {
    name: 'set_admin_role',
    does: async (api) => {
      // A consumer who tries it is refused here already, and becomes none.
      await api.users.get({ id: id() })
      const setType = (type: string) =>
        foundation.database.query('update user_profiles set user_type = $2 where id = $1', [id(), type])
      await setType('admin')
      return api.users.setRole({ id: id(), role: 'support', reason: 'x' }).finally(() => setType('free'))
    },
    hasTarget: true,
  },
  'users.giveBack': {
    name: 'give_back',
    does: async (api) => {
      const jobId = await completedRun()
      return api.users.giveBack({ id: id(), jobId, reason: 'x' })
    },
    hasTarget: true,
  },
  'users.signOut': {
    name: 'sign_out_user',
    does: async (api) => {
      await api.users.signOut({ id: id(), reason: 'x' })
      consumer = await signInPerson(origin(), foundation.settings.publicOrigin, 'consumer@actions.example.com')
    },
    hasTarget: true,
  },
  'runs.again': {
    name: 'run_again',
    does: async (api) => api.runs.again({ id: await endedRun(), reason: 'x' }),
    hasTarget: true,
  },
  'refunds.grant': {
    name: 'grant_refund',
    does: async (api) => api.refunds.grant({ id: await refundRequest(), minor: 100 }),
    hasTarget: true,
  },
  'refunds.refuse': {
    name: 'refuse_refund',
    does: async (api) => api.refunds.refuse({ id: await refundRequest(), reason: 'x' }),
    hasTarget: true,
  },
  'disputes.decide': {
    name: 'settle_payment',
    does: async (api) => api.disputes.decide({ id: await paidOrder('disputed'), decision: 'stands', reason: 'x' }),
    hasTarget: true,
  },
  'invoices.issue': {
    name: 'issue_invoice',
    does: async (api) =>
      api.invoices.issue({ id: await invoiceRequest('requested'), minor: 100, number: nextInvoiceNumber() }),
    hasTarget: true,
  },
  'invoices.refuse': {
    name: 'refuse_invoice',
    does: async (api) => api.invoices.refuse({ id: await invoiceRequest('requested'), reason: 'x' }),
    hasTarget: true,
  },
  'invoices.redden': {
    name: 'red_invoice',
    does: async (api) => api.invoices.redden({ id: await invoiceRequest('issued'), number: nextInvoiceNumber() }),
    hasTarget: true,
  },
  'coupons.make': {
    name: 'make_coupons',
    does: (api) => api.coupons.make({ name: 'x', credits: 1, codes: 1, usesPerCode: 1 }),
  },
  'coupons.codes': {
    name: 'read_coupon_codes',
    does: async (api) => api.coupons.codes({ id: await couponBatch() }),
  },
  'coupons.stop': {
    name: 'stop_coupons',
    does: async (api) => api.coupons.stop({ id: await couponBatch(), reason: 'x' }),
  },
  'packs.change': {
    name: 'change_pack',
    does: (api) => api.packs.change({ ...PACK, version: 0, reason: 'x' }),
  },
  'exports.read': {
    name: 'export_data',
    does: (api) => api.exports.read({ table: 'users', from: '2026-01-01', to: '2026-01-31' }),
  },
  'users.sendPasswordReset': {
    name: 'reset_password',
    does: (api) => api.users.sendPasswordReset({ id: id() }),
    hasTarget: true,
  },
  'pool.update': {
    name: 'update_credit_pool',
    does: (api) => api.pool.update({ totalPurchased: 100, costPerCredit: 0.05, notes: 'x' }),
  },
  'settings.setEmergencyStop': { name: 'update_config', does: (api) => api.settings.setEmergencyStop({ isOn: true }) },
  'settings.setMaintenance': { name: 'update_config', does: (api) => api.settings.setMaintenance({ isOn: true }) },
  'settings.save': { name: 'update_config', does: (api) => api.settings.save({ apiRateLimit: 500 }) },
  'settings.cleanup': { name: 'cleanup_old_data', does: (api) => api.settings.cleanup() },
  'settings.optimise': { name: 'optimise_database', does: (api) => api.settings.optimise() },
  'logs.write': {
    name: 'update_user',
    does: (api) => api.logs.write({ p_action: 'update_user', p_target_user_id: id(), p_action_details: { note: 'x' } }),
    hasTarget: true,
  },
}
/** Opening and closing the area and proving who is there is no action in it; the record of it is the admin session. */
const NO_ACTIONS = ['session.open', 'session.close', 'session.prove']

const callAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], adminContract)
const methodOf = (path: string) => (callAt(path) as { '~orpc': { route: { method?: string } } })['~orpc'].route.method
const VIEWS = callsOf(adminContract).filter((path) => methodOf(path) === 'GET')

const inputOfView = async (path: string) => {
  if (path.endsWith('list')) return {}
  if (/^statistics.(models|sales)/.test(path)) return { from: '2026-01-01', to: '2026-01-31' }
  if (path === 'runs.get') return { id: await endedRun() }
  return /^(users|disputes)\./.test(path) ? { id: id() } : undefined
}

const logRows = () =>
  foundation.database.query<{ action: string }>(
    `select action, admin_id, target_user_id, ip_address, user_agent is not null as has_agent,
            created_at > now() - interval '1 minute' as is_now
       from admin_action_logs`,
  )

it('knows every call of the back office that is no reading', () => {
  const others = callsOf(adminContract).filter((path) => !VIEWS.includes(path) && !NO_ACTIONS.includes(path))
  expect(Object.keys(ACTIONS).sort()).toEqual(others.sort())
})

it.each(Object.entries(ACTIONS))(
  '[ROLE-10] [ROLE-11] [ROLE-12] an admin may do %s, and it stands in the log once',
  async (_, { name, does, hasTarget }) => {
    await emptyActionLog(foundation.database)
    await does(admin.api.admin)
    expect(await logRows()).toEqual([
      {
        action: name,
        admin_id: admin.userId,
        target_user_id: hasTarget ? consumer.userId : null,
        ip_address: expect.stringMatching(/127\.0\.0\.1/),
        has_agent: true,
        is_now: true,
      },
    ])
  },
)

it.each(Object.entries(ACTIONS))(
  '[ROLE-11] a consumer who tries %s does nothing and leaves no row',
  async (_, { does }) => {
    await admin.api.admin.settings.setMaintenance({ isOn: false })
    await emptyActionLog(foundation.database)
    await expect(does(consumer.api.admin)).rejects.toMatchObject({ code: 'guard-not-admin' })
    expect(await logRows()).toEqual([])
  },
)

it('[ROLE-10] an admin may read the log, and reading leaves no row (C-40)', async () => {
  await foundation.database.orm.transaction(async (tx) => addJob(tx, await addUser(tx)))
  await admin.api.admin.settings.save({ apiRateLimit: 501 })
  const { rows } = await admin.api.admin.logs.list({ action: 'update_config' })
  expect(rows[0]).toMatchObject({ action: 'update_config', details: { key: 'api_rate_limit', new_value: '501' } })
  const before = (await logRows()).length
  for (const path of VIEWS) {
    const call = path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], admin.api.admin)
    await (call as (input: unknown) => Promise<unknown>)(await inputOfView(path))
  }
  expect(VIEWS.length).toBeGreaterThan(8)
  expect(await logRows()).toHaveLength(before)
})
