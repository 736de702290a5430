// The users of the back office over HTTP, on either home of the database: found, edited, suspended, each change with its log row and its
// entry in the ledger (document 2 §5–§7; C-03, C-04, C-40, U-14, U-25, U-36, U-52).
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJob } from '#features/admin/server/testing/sample-rows.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
const origin = () => `http://127.0.0.1:${service.port}`
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
beforeAll(async () => {
  foundation = await openTestFoundation()
  service = await startOn(foundation)
  admin = await signUpAdmin(foundation, origin(), 'operator@users.example.com')
})
afterAll(() => service.stop())

const users = () => admin.api.admin.users
const signUp = (email: string) => signUpPerson(origin(), foundation.settings.publicOrigin, email)
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )
interface Stored {
  readonly user_type: string
  readonly status: string
  readonly remaining: number
  readonly total: number
  readonly used: number
}
const stored = async (id: string) =>
  (
    await query<Stored>(
      `select user_type, status, credits_remaining as remaining, credits_total as total, credits_used as used
         from user_profiles where id = $1`,
      id,
    )
  )[0]!
const logOf = (targetId: string) =>
  query<{ id: string; action: string; details: Record<string, unknown>; admin_id: string; ip: string; agent: string }>(
    `select id, action, action_details as details, admin_id, ip_address as ip, user_agent as agent
       from admin_action_logs where target_user_id = $1 order by created_at`,
    targetId,
  )
const ledgerOf = (userId: string) =>
  query<{ kind: string; amount: number; total_amount: number; reference: string | null }>(
    'select kind, amount, total_amount, reference from usage_logs where user_id = $1 order by created_at, kind desc',
    userId,
  )
/** A bare profile, without the cost of a hashed password. */
async function addUser(name: string, columns: Record<string, unknown> = {}): Promise<string> {
  const email = `${name}@added.example.com`
  const [user] = await query<{ id: string }>(
    'insert into auth_users (name, email) values ($1, $2) returning id',
    name,
    // As it is stored for everybody: 'in any case' proves it.
    email.toLowerCase(),
  )
  const all = { id: user!.id, username: name, initial_email: email, ...columns }
  const keys = Object.keys(all)
  await query(
    `insert into user_profiles (${keys.join(', ')}) values (${keys.map((_, n) => `$${n + 1}`).join(', ')})`,
    ...Object.values(all),
  )
  return user!.id
}
const namesFor = async (input: Parameters<ReturnType<typeof users>['list']>[0]) =>
  (await users().list(input)).users.map(({ username, email }) => username ?? email)

describe('the list', () => {
  it('[ADM-USERS-10] [ADM-USERS-12] [ADM-USERS-15] has pages of 20, newest first, with the exact count', async () => {
    for (let n = 0; n < 45; n += 1) {
      const createdAt = new Date(Date.UTC(2020, 0, 1, 0, n)).toISOString()
      await addUser(`paged-${String(n).padStart(2, '0')}`, { created_at: createdAt })
    }
    const pages = await Promise.all([1, 2, 3, 4].map((page) => users().list({ search: 'paged-', page })))
    expect(pages.map((page) => [page.users.length, page.total])).toEqual([
      [20, 45],
      [20, 45],
      [5, 45],
      [0, 45],
    ])
    const names = pages.flatMap((page) => page.users.map(({ username }) => username))
    expect(names[0]).toBe('paged-44')
    expect(names).toEqual([...names].sort().reverse())
    expect(new Set(names).size).toBe(45)
  })

  it('[ADM-USERS-01] [ADM-USERS-13] finds a part of the name, of the first or of the present address, in any case', async () => {
    const id = await addUser('Lanterns', { initial_email: 'first.ABC@old.example.com' })
    for (const search of ['ANTERN', 'first.abc', '@OLD.', 'lanterns@added', ' Lanterns '])
      expect((await users().list({ search })).users.map((user) => user.id)).toEqual([id])
    const { userId } = await signUp('MiXed.Case@Users.Example.com')
    await query(`update user_profiles set initial_email = 'before@old.example.com' where id = $1`, userId)
    for (const search of ['mixed.case@users', 'MIXED.CASE'])
      expect((await users().list({ search })).users.map((user) => user.id)).toEqual([userId])
    expect(await users().list({ search: 'no such user' })).toEqual({ users: [], total: 0 })
    expect((await users().list({ search: '  ' })).total).toBeGreaterThan(1)
  })

  it.each([
    ['50%_off', '50%', '50x_off'],
    ['a_b', 'a_b', 'axb'],
    ['x,y', 'x,y', 'xzy'],
    ['(z)', '(z)', 'z'],
    ['back\\slash', '\\', 'backslash'],
    ["o'quote", "o'q", 'oquote'],
  ])('[ADM-USERS-13] takes %j literally', async (name, search, lookalike) => {
    const email = (text: string) => `${[...text].map((letter) => letter.codePointAt(0)).join('-')}@literal.example.com`
    await addUser(email(name), { username: name, initial_email: email(name) })
    await addUser(email(lookalike), { username: lookalike, initial_email: email(lookalike) })
    expect(await namesFor({ search })).toEqual([name])
  })

  it('[ADM-USERS-14] [DATA-PROC-07] filters by type and status, alone and together; an absent status is active', async () => {
    await addUser('filter-vip', { user_type: 'vip', status: null })
    await addUser('filter-vip-suspended', { user_type: 'vip', status: 'suspended' })
    await addUser('filter-free-banned', { status: 'banned' })
    await addUser('filter-banned', { user_type: 'banned' })
    const search = 'filter-'
    // Made in the same millisecond they have no order.
    expect((await namesFor({ search, userType: 'vip' })).sort()).toEqual(['filter-vip', 'filter-vip-suspended'])
    expect(await namesFor({ search, userType: 'banned' })).toEqual(['filter-banned'])
    expect((await namesFor({ search, status: 'active' })).sort()).toEqual(['filter-banned', 'filter-vip'])
    expect(await namesFor({ search, userType: 'free' })).toEqual(['filter-free-banned'])
    expect(await namesFor({ search, status: 'banned' })).toEqual(['filter-free-banned'])
    expect(await namesFor({ search, status: 'suspended' })).toEqual(['filter-vip-suspended'])
    expect(await namesFor({ search, userType: 'vip', status: 'active' })).toEqual(['filter-vip'])
    const [vip] = (await users().list({ search: 'filter-vip', status: 'active' })).users
    expect(vip!.status).toBe('active')
  })

  it('refuses a search that no database holds, an unknown type and page 0', async () => {
    expect(await codeOf(users().list({ search: 'a\0b' }))).toBe('invalid-request')
    expect(await codeOf(users().list({ userType: 'paid' as 'free' }))).toBe('invalid-request')
    expect(await codeOf(users().list({ page: 0 }))).toBe('invalid-request')
  })

  it('says when somebody was last active: newest of sign-in and job, else the change of the profile (U-52)', async () => {
    const id = await addUser('active', { updated_at: '2024-01-01T00:00:00Z' })
    const lastActive = async () => (await users().list({ search: 'active@added' })).users[0]!.lastActiveAt
    expect(await lastActive()).toBe('2024-01-01T00:00:00.000Z')
    await query(
      `insert into auth_sessions (user_id, token, expires_at, created_at) values ($1, 'one', now(), '2023-05-01T00:00:00Z')`,
      id,
    )
    expect(await lastActive()).toBe('2023-05-01T00:00:00.000Z')
    await foundation.database.orm.transaction((tx) =>
      addJob(tx, id, { createdAt: sql`'2023-06-01T00:00:00Z'::timestamptz` }),
    )
    expect(await lastActive()).toBe('2023-06-01T00:00:00.000Z')
  })

  it('[ADM-USERS-06] a sign-in was activity also when its session has ended (U-52)', async () => {
    const person = await signUp('leaves@users.example.com')
    await query(`update user_profiles set updated_at = '2024-01-01' where id = $1`, person.userId)
    const lastActive = async () => (await users().list({ search: 'leaves@users' })).users[0]!.lastActiveAt
    const signedInAt = await lastActive()
    expect(Date.parse(signedInAt)).toBeGreaterThan(Date.now() - 60_000)
    await query('delete from auth_sessions where user_id = $1', person.userId)
    expect(Math.abs(Date.parse(await lastActive()) - Date.parse(signedInAt))).toBeLessThan(60_000)
  })
})

describe('the edit', () => {
  const edit = async (id: string, changes: Partial<Parameters<ReturnType<typeof users>['update']>[0]>) => {
    const { user_type: userType, remaining } = await stored(id)
    return users().update({
      id,
      creditsRemaining: remaining,
      seen: { userType, creditsRemaining: remaining },
      reason: 'asked by email',
      ...changes,
    })
  }

  it('[ADM-USERS-19] [ADM-USERS-20] [ROLE-11] sets type and balance, and logs both with the reason', async () => {
    const person = await signUp('edited@users.example.com')
    const { user, logId } = await edit(person.userId, { userType: 'vip', creditsRemaining: 12, reason: ' a gift ' })
    expect(user).toMatchObject({ id: person.userId, userType: 'vip', creditsRemaining: 12, creditsTotal: 12 })
    expect(await stored(person.userId)).toMatchObject({ user_type: 'vip', remaining: 12, total: 12, used: 0 })
    expect(await logOf(person.userId)).toEqual([
      {
        id: logId,
        action: 'update_user',
        details: {
          reason: 'a gift',
          changes: { user_type: { from: 'free', to: 'vip' }, credits_remaining: { from: 5, to: 12 } },
        },
        admin_id: admin.userId,
        ip: expect.stringMatching(/127\.0\.0\.1/),
        agent: expect.any(String),
      },
    ])
    expect(await ledgerOf(person.userId)).toEqual([
      { kind: 'grant', amount: 5, total_amount: 5, reference: 'sign-up' },
      { kind: 'adjust', amount: 7, total_amount: 7, reference: logId },
    ])
    expect((await person.api.account.profile.get()).credits).toEqual({ used: 0, total: 12, remaining: 12 })
  })

  it('what was used stays used, also when credits are taken away', async () => {
    const { userId } = await signUp('used@users.example.com')
    await query(
      `insert into usage_logs (user_id, kind, amount, job_id) values ($1, 'hold', -2, gen_random_uuid())`,
      userId,
    )
    await edit(userId, { creditsRemaining: 0 })
    expect(await stored(userId)).toMatchObject({ remaining: 0, total: 2, used: 2 })
    await edit(userId, { creditsRemaining: 10 })
    expect(await stored(userId)).toMatchObject({ remaining: 10, total: 12, used: 2 })
  })

  it('[ADM-USERS-17] [ADM-USERS-18] refuses a blank reason, and credits that are no number of at least 0', async () => {
    const id = await addUser('checked')
    const refusal = (changes: object) => codeOf(edit(id, changes))
    expect(await refusal({ reason: '' })).toBe('edit-reason-missing')
    expect(await refusal({ reason: '  \n ' })).toBe('edit-reason-missing')
    expect(await refusal({ creditsRemaining: -1 })).toBe('edit-credits-invalid')
    expect(await refusal({ creditsRemaining: 'five' })).toBe('invalid-request')
    expect(await refusal({ creditsRemaining: 2.5 })).toBe('edit-credits-whole')
    expect(await refusal({ creditsRemaining: 3_000_000_000 })).toBe('edit-credits-whole')
    expect(await refusal({ userType: 'banned' })).toBe('invalid-request')
    for (const reason of ['a\0b', 'a\ud800b']) expect(await refusal({ reason })).toBe('invalid-request')
    expect(await logOf(id)).toEqual([])
    expect(await refusal({ creditsRemaining: 0 })).toBe('ok')
  })

  it('an account that is gone is said to be gone', async () => {
    const id = crypto.randomUUID()
    const call = { id, creditsRemaining: 1, seen: { userType: 'free', creditsRemaining: 0 }, reason: 'x' }
    expect(await codeOf(users().update(call))).toBe('user-missing')
    expect(await codeOf(users().setStatus({ id, status: 'banned', reason: 'x' }))).toBe('user-missing')
  })

  it('never overwrites what the editor has not seen: a run that was paid meanwhile, another admin', async () => {
    const { userId } = await signUp('stale@users.example.com')
    const seen = { userType: 'free', creditsRemaining: 5 }
    const editOf = (changes: object) => ({ id: userId, creditsRemaining: 5, seen, reason: 'x', ...changes })
    await query(
      `insert into usage_logs (user_id, kind, amount, job_id) values ($1, 'hold', -2, gen_random_uuid())`,
      userId,
    )
    await expect(users().update(editOf({ creditsRemaining: 8 }))).rejects.toMatchObject({
      code: 'edit-stale',
      data: { userType: 'free', creditsRemaining: 3 },
    })
    expect((await stored(userId)).remaining).toBe(3)
    // The type alone may be changed: the balance is left as it is now, not as it was seen.
    await users().update(editOf({ userType: 'premium' }))
    expect(await stored(userId)).toMatchObject({ user_type: 'premium', remaining: 3 })
    expect(await codeOf(users().update(editOf({ userType: 'vip' })))).toBe('edit-stale')
  })

  it('of two edits at once one wins and the other is told', async () => {
    const { userId } = await signUp('race@users.example.com')
    const seen = { userType: 'free', creditsRemaining: 5 }
    const answers = await Promise.all(
      [9, 20, 31].map((creditsRemaining) =>
        codeOf(users().update({ id: userId, creditsRemaining, seen, reason: 'race' })),
      ),
    )
    expect(answers.sort()).toEqual(['edit-stale', 'edit-stale', 'ok'])
    const { remaining, total } = await stored(userId)
    expect([9, 20, 31]).toContain(remaining)
    expect(total).toBe(remaining)
    expect(await logOf(userId)).toHaveLength(1)
  })

  it('an edit beside runs that are paid loses none of them', async () => {
    const { userId } = await signUp('busy@users.example.com')
    const pay = () =>
      query(`insert into usage_logs (user_id, kind, amount, job_id) values ($1, 'hold', -1, gen_random_uuid())`, userId)
    await Promise.all([pay(), codeOf(edit(userId, { creditsRemaining: 100 })), pay()])
    const [sum] = await query<{ remaining: number; total: number }>(
      'select sum(amount)::int as remaining, sum(total_amount)::int as total from usage_logs where user_id = $1',
      userId,
    )
    expect(await stored(userId)).toMatchObject({ ...sum, used: 2 })
  })
})

describe('the status', () => {
  it('[ROLE-11] suspends, bans and restores with a reason, logged as update_user; nothing of the person is lost', async () => {
    const person = await signUp('status@users.example.com')
    const id = person.userId
    for (const status of ['suspended', 'banned', 'active'] as const) {
      expect((await users().setStatus({ id, status, reason: `to ${status}` })).user.status).toBe(status)
      // Suspended, the session lives on and what the person has can be read (U-14); a ban ends it for good.
      expect(await codeOf(person.api.history.list({}))).toBe(
        { suspended: 'ok', banned: 'banned', active: 'session-expired' }[status],
      )
    }
    expect((await logOf(id)).map(({ action, details }) => [action, details])).toEqual([
      ['update_user', { reason: 'to suspended', changes: { status: { from: 'active', to: 'suspended' } } }],
      ['update_user', { reason: 'to banned', changes: { status: { from: 'suspended', to: 'banned' } } }],
      ['update_user', { reason: 'to active', changes: { status: { from: 'banned', to: 'active' } } }],
    ])
    expect(await stored(id)).toMatchObject({ remaining: 5, total: 5 })
    expect(await codeOf(users().setStatus({ id, status: 'banned', reason: ' ' }))).toBe('edit-reason-missing')
  })
})

describe('the last admin', () => {
  const demote = (by: TestPerson, id: string) =>
    by.api.admin.users.update({
      id,
      userType: 'free',
      creditsRemaining: 5,
      seen: { userType: 'admin', creditsRemaining: 5 },
      reason: 'leaves',
    })

  it('is neither demoted, suspended nor banned (U-25)', async () => {
    expect(await codeOf(demote(admin, admin.userId))).toBe('admin-last')
    for (const status of ['suspended', 'banned'] as const)
      expect(await codeOf(users().setStatus({ id: admin.userId, status, reason: 'x' }))).toBe('admin-last')
    expect(await stored(admin.userId)).toMatchObject({ user_type: 'admin', status: 'active' })
    expect(await logOf(admin.userId)).toEqual([])
  })

  it('an admin who cannot act does not count, and loses the admin session', async () => {
    const second = await signUpAdmin(foundation, origin(), 'second@users.example.com')
    await users().setStatus({ id: second.userId, status: 'suspended', reason: 'x' })
    expect(await query('select id from admin_sessions where user_id = $1', second.userId)).toEqual([])
    expect(await codeOf(second.api.admin.users.list({}))).toBe('guard-not-admin')
    expect(await codeOf(demote(admin, admin.userId))).toBe('admin-last')
    await users().setStatus({ id: second.userId, status: 'active', reason: 'x' })
    expect(await codeOf(second.api.admin.users.list({}))).toBe('admin-session-expired')
    await second.api.admin.session.open()
    await demote(second, second.userId)
    expect(await codeOf(second.api.admin.users.list({}))).toBe('guard-not-admin')
  })

  it('two who demote each other at once do not both succeed', async () => {
    const rival = await signUpAdmin(foundation, origin(), 'rival@users.example.com')
    const answers = await Promise.all([
      codeOf(demote(admin, rival.userId)),
      codeOf(demote(rival, admin.userId)),
      codeOf(demote(rival, rival.userId)),
    ])
    const [left] = await query<{ n: number }>(
      `select count(*)::int as n from user_profiles where user_type = 'admin' and status = 'active'`,
    )
    expect(left!.n).toBe(1)
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    // For the tests after this one.
    await query(`update user_profiles set user_type = 'free' where id = $1`, rival.userId)
    await query(`update user_profiles set user_type = 'admin' where id = $1`, admin.userId)
    await admin.api.admin.session.open()
  })
})

it('the mail for a new password is refused while no mail account is set up, and is not logged as sent (C-33)', async () => {
  const { userId } = await signUp('no-mail@users.example.com')
  expect(await codeOf(users().sendPasswordReset({ id: userId }))).toBe('mail-not-configured')
  expect(await logOf(userId)).toEqual([])
})

describe('the page of one user', () => {
  it('gives back what a run cost once, with a reason in ledger and log, and finds the run by number and by error code', async () => {
    const { api, userId } = await signUp('page@users.example.com')
    const jobId = await foundation.database.orm.transaction(async (tx) => {
      await addJob(tx, userId, { status: 'completed', listCredits: 2 })
      await addJob(tx, userId, { status: 'failed', errorCode: 'provider-quota' })
      const { rows } = await tx.execute<{ id: string }>(
        sql`update processing_history set credits_consumed = 2 where user_id = ${userId} and status = 'completed' returning id`,
      )
      return rows[0]!.id
    })
    const giveBack = () => users().giveBack({ id: userId, jobId, reason: ' 效果不佳 ' })
    const mayGiveBack = async () =>
      (await users().runs({ id: userId, search: jobId })).runs.map(({ mayGiveBack }) => mayGiveBack)
    // A run that came with another account lost its hold with that one.
    expect([await mayGiveBack(), await codeOf(giveBack())]).toEqual([[false], 'give-back-refused'])
    for (const [kind, amount] of Object.entries({ hold: -2, capture: 0 }))
      await foundation.database.query(
        'insert into usage_logs (user_id, job_id, kind, amount) values ($1, $2, $3, $4)',
        [userId, jobId, kind, amount],
      )
    expect(await mayGiveBack()).toEqual([true])
    const given = await giveBack()
    expect(await mayGiveBack()).toEqual([false])
    expect(given).toMatchObject({ credits: 2 })
    expect(await codeOf(giveBack())).toBe('give-back-refused')
    expect(await codeOf(users().giveBack({ id: userId, jobId, reason: ' ' }))).toBe('edit-reason-missing')
    expect((await api.account.profile.get()).credits).toEqual({ used: 0, total: 5, remaining: 5 })
    expect((await api.billing.ledger({})).entries[0]).toMatchObject({
      kind: 'reverse',
      amount: 2,
      note: '效果不佳',
      run: { id: jobId },
    })
    expect(await logOf(userId)).toMatchObject([
      { action: 'give_back', details: { reason: '效果不佳', job_id: jobId, credits: 2 } },
    ])
    expect((await users().runs({ id: userId })).total).toBe(2)
    expect((await users().runs({ id: userId, search: jobId.toUpperCase() })).runs).toMatchObject([
      { id: jobId, creditsGivenBack: 2 },
    ])
    expect((await users().runs({ id: userId, search: 'provider-quota' })).runs).toMatchObject([{ status: 'failed' }])
    expect((await users().facts({ id: userId })).signIns).toHaveLength(1)
    expect(await codeOf(users().facts({ id: crypto.randomUUID() }))).toBe('user-missing')
  })
})
