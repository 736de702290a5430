// Every call of the back office as each of its roles over HTTP, and how roles are given (decision 0108). What each may do is written out here
// once more: a call that is opened to a role by mistake fails.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminContract } from '#features/admin/contract.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { codeOf } from '../../testing/code-of.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { callsOf } from '../../testing/role-callers.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const LOOKS = `dashboard.stats dashboard.newestUsers dashboard.latestJobs dashboard.returns dashboard.system
  users.list users.get users.facts users.ledger users.runs runs.list runs.get orders.list refunds.list invoices.list disputes.list logs.write`
const MAY: Readonly<Record<string, string>> = {
  support: `${LOOKS} disputes.none users.giveBack users.sendPasswordReset runs.again`,
  finance: `${LOOKS} refunds.grant refunds.refuse invoices.issue invoices.refuse invoices.redden disputes.ask disputes.decide
    coupons.list coupons.make coupons.codes coupons.stop packs.list packs.change pool.newest pool.purchases pool.status pool.totalConsumed pool.vendor pool.update
    statistics.userGrowth statistics.creditUse statistics.models statistics.sales statistics.load exports.read logs.list`,
  operator: `${LOOKS} users.giveBack users.sendPasswordReset users.setStatus runs.again packs.list pool.newest pool.purchases pool.status
    pool.totalConsumed pool.vendor statistics.userGrowth statistics.creditUse statistics.models statistics.sales statistics.load
    settings.get settings.save settings.setEmergencyStop settings.setMaintenance settings.cleanup settings.optimise logs.list`,
}
const ROLES = Object.keys(MAY)
const CALLS = callsOf(adminContract).filter((call) => !call.startsWith('session.'))

let foundation: Foundation
let service: Service
let head: TestPerson
const staff = new Map<string, TestPerson>()
const origin = () => `http://127.0.0.1:${service.port}`
const roleOf = async (userId: string) => (await head.api.admin.users.get({ id: userId })).user.adminRole

beforeAll(async () => {
  foundation = await openTestFoundation()
  service = await startOn(foundation)
  head = await signUpAdmin(foundation, origin(), 'head@roles.example.com')
  for (const role of ROLES) {
    const person = await signUpAdmin(foundation, origin(), `${role}@roles.example.com`)
    await head.api.admin.users.setRole({ id: person.userId, role: role as 'support', reason: '入职' })
    staff.set(role, person)
  }
})
afterAll(() => service.stop())

it.each(ROLES)('%s may do what is written here, and nothing else', async (role) => {
  const allowed = MAY[role]!.split(/\s+/)
  const api = staff.get(role)!.api.admin
  const refused: string[] = []
  for (const path of CALLS) {
    const call = path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], api)
    // Without an input most are refused for that: the role is looked at before.
    if ((await codeOf((call as () => Promise<unknown>)())) === 'admin-role-lacks') refused.push(path)
  }
  expect(refused.sort()).toEqual(CALLS.filter((path) => !allowed.includes(path)).sort())
})

it.each([...ROLES, 'administrator'])('%s is told its role when the area opens', async (role) => {
  const person = staff.get(role) ?? head
  expect(await person.api.admin.session.open()).toMatchObject({ role })
  expect(await roleOf(person.userId)).toBe(role)
})

it('nobody changes an administrator but one who may do everything, and a consumer has no role', async () => {
  const operator = staff.get('operator')!
  const change = { id: head.userId, status: 'suspended', reason: 'x' } as const
  expect(await codeOf(operator.api.admin.users.setStatus(change))).toBe('admin-role-lacks')
  const consumer = await signUpPerson(origin(), foundation.settings.publicOrigin, 'consumer@roles.example.com')
  expect(await codeOf(operator.api.admin.users.setStatus({ ...change, id: consumer.userId }))).toBe('ok')
  expect(await codeOf(head.api.admin.users.setRole({ id: consumer.userId, role: 'support', reason: 'x' }))).toBe(
    'admin-role-none',
  )
  expect(await roleOf(consumer.userId)).toBeNull()
})

it('the last one who may do everything keeps it; every change wants a reason and stands in the log', async () => {
  const own = { id: head.userId, role: 'finance', reason: 'x' } as const
  expect(await codeOf(head.api.admin.users.setRole(own))).toBe('admin-last')
  const { userId } = staff.get('support')!
  expect(await codeOf(head.api.admin.users.setRole({ id: userId, role: 'finance', reason: ' ' }))).toBe(
    'edit-reason-missing',
  )
  await head.api.admin.users.setRole({ id: userId, role: 'administrator', reason: '升职' })
  const [log] = (await head.api.admin.logs.list({ action: 'set_admin_role' })).rows
  expect(log).toMatchObject({
    targetUserId: userId,
    details: { reason: '升职', changes: { admin_role: { from: 'support', to: 'administrator' } } },
  })
  expect(await codeOf(head.api.admin.users.setRole(own))).toBe('ok')
  expect(await codeOf(head.api.admin.settings.get())).toBe('admin-role-lacks')
})
