// Two accounts of one person become one, over HTTP with real accounts, credits, pictures and bills (document 1 §4; C-53, U-39, U-46).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergeAccounts } from '#features/account/server/merge/merge-accounts.ts'
import { newMergeProof } from '#features/account/server/merge/merge-proof.ts'
import type { OwnedPart } from '#features/account/server/merge/owned-part.ts'
import { ownedCredits } from '#features/billing/server/ledger/merge-credits.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { PASSKEYS_AT_MOST } from '#rulebook/account/passkeys.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { endAccountNow } from '../../testing/end-account.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const post: ReturnType<typeof postTo> = (...call) => postTo(origin(), foundation.settings.publicOrigin)(...call)
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
const signUp = (email: string) => signUpPerson(origin(), foundation.settings.publicOrigin, email)
const signIn = (email: string) => signInPerson(origin(), foundation.settings.publicOrigin, email)

let pairs = 0
async function newPair() {
  const name = `merge-${++pairs}`
  const emails = { primary: `${name}-a@example.com`, merged: `${name}-b@example.com` }
  return { emails, primary: await signUp(emails.primary), merged: await signUp(emails.merged) }
}
/** The ticket's cookie, as the primary account's browser gets it. */
async function begin(person: TestPerson, password = TEST_PASSWORD): Promise<string> {
  const answer = await post('/api/v1/account/merge', { password }, person.headers)
  expect(answer.status).toBe(200)
  const [line = ''] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('huanying.merge='))
  expect(line).toMatch(/HttpOnly; SameSite=Lax/)
  return line.split(';')[0]!
}
const withTicket = ({ headers, cookie }: TestPerson, ticket: string) => ({ ...headers, cookie: `${cookie}; ${ticket}` })
const confirm = (person: TestPerson, ticket: string) =>
  post('/api/v1/account/merge/confirm', {}, withTicket(person, ticket))
const stateOf = async (person: TestPerson, ticket: string) =>
  (await fetch(`${origin()}/api/v1/account/merge`, { headers: withTicket(person, ticket) })).json()
/** The use case itself, with a proof of its own. */
const merge = async (owned: readonly OwnedPart[], primaryId: string, mergedId: string) =>
  mergeAccounts(
    foundation.database,
    owned,
    mergedId,
    await newMergeProof(foundation.database.orm, primaryId, new Date()),
  )
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

async function finishedRun(person: TestPerson): Promise<{ uploadId: string; jobId: string }> {
  const uploadId = await createTestUpload(foundation, person.userId)
  const { id: jobId } = await startRun(person, uploadId)
  await expect.poll(async () => (await person.api.processing.jobs.get({ id: jobId })).status).toBe('completed')
  return { uploadId, jobId }
}
const startRun = (person: TestPerson, uploadId: string) => person.api.processing.jobs.start(startOf({ uploadId }))

describe('a merge', () => {
  it('[MERGE-01] [MERGE-02] [MERGE-03] [MERGE-04] [MERGE-05] [MERGE-07] moves everything and ends the other account', async () => {
    const { emails, primary, merged } = await newPair()
    const run = await finishedRun(merged)
    await query(
      `insert into billing_history (user_id, description, amount, status) values ($1, '小包', 3.99, 'paid')`,
      merged.userId,
    )
    await query(`insert into user_subscriptions (user_id, status) values ($1, 'active')`, merged.userId)
    await query(
      `insert into provider_consents (user_id, version, provider_name, provider_country) values ($1, '1', 'T', '美国')`,
      merged.userId,
    )
    await query(`update user_profiles set user_type = 'vip' where id = $1`, merged.userId)
    await query(
      `insert into user_login_methods (user_id, method_type, method_value, verified) values ($1, 'google', 'merged-google', true)`,
      merged.userId,
    )
    await query(
      `insert into auth_accounts (user_id, account_id, provider_id) values ($1, 'merged-google', 'google')`,
      merged.userId,
    )
    const ticket = await begin(primary)
    const other = await signIn(emails.merged)
    expect(await stateOf(other, ticket)).toEqual({
      step: 'confirm',
      primary: emails.primary,
      merged: emails.merged,
      uploads: 1,
      records: 1,
      credits: 3,
      freeCreditsLeft: 0,
      campaignCreditsLeft: 0,
      bills: 1,
      losesPassword: true,
      losesPhone: false,
    })
    const answer = await confirm(other, ticket)
    expect([answer.status, await answer.json()]).toEqual([200, { primaryEmail: emails.primary }])
    const history = await (await signIn(emails.primary)).api.history.list({})
    expect(history.entries.map(({ id }) => id)).toEqual([run.uploadId])
    expect(history.entries[0]!.records.map(({ id }) => id)).toEqual([run.jobId])
    const methods = await query(
      `select method_type, method_value, is_primary, status from user_login_methods where user_id = $1 and method_value <> $2 order by method_type`,
      primary.userId,
      emails.primary,
    )
    expect(methods).toEqual([
      { method_type: 'email', method_value: emails.merged, is_primary: false, status: 'disabled' },
      { method_type: 'google', method_value: 'merged-google', is_primary: false, status: 'active' },
    ])
    expect(await query('select user_id from auth_accounts where account_id = $1', 'merged-google')).toEqual([
      { user_id: primary.userId },
    ])
    expect(
      await query('select user_id, revoked_at is null as stands from provider_consents where version = $1', '1'),
    ).toEqual([{ user_id: primary.userId, stands: false }])
    expect(
      await query('select user_id from billing_history where user_id in ($1, $2)', primary.userId, merged.userId),
    ).toEqual([{ user_id: primary.userId }])
    expect(
      await query('select user_id from user_subscriptions where user_id in ($1, $2)', primary.userId, merged.userId),
    ).toEqual([{ user_id: primary.userId }])
    expect(
      await query(
        'select merged_user_id, merge_type, merge_reason, merged_data from account_merge_history where primary_user_id = $1',
        primary.userId,
      ),
    ).toMatchObject([
      {
        merged_user_id: merged.userId,
        merge_type: 'user',
        merge_reason: expect.stringMatching(/./),
        merged_data: {
          email: emails.merged,
          userType: 'vip',
          credits: { remaining: 3, total: 5, free: 5, freeLeft: 0, campaignLeft: 0 },
          pictures: { uploads: 1, records: 1 },
          billing: { bills: 1, orders: 0, refunds: 0, subscriptions: 1, payments: 0 },
          methods: { email: 1, google: 1 },
        },
      },
    ])
    expect(await query('select id from user_profiles where id = $1', merged.userId)).toEqual([])
    expect(await query('select id from auth_sessions where user_id = $1', merged.userId)).toEqual([])
    expect((await post('/api/auth/sign-in/email', { email: emails.merged, password: TEST_PASSWORD })).status).toBe(401)
    expect(await query('select user_type from user_profiles where id = $1', primary.userId)).toEqual([
      { user_type: 'vip' },
    ])
  })

  it('[MERGE-07] keeps every credit: the balance after is the sum before, and equals the ledger', async () => {
    const { emails, primary, merged } = await newPair()
    await finishedRun(primary)
    await finishedRun(merged)
    const before = [await primary.api.account.profile.get(), await merged.api.account.profile.get()]
    const ticket = await begin(primary)
    expect((await confirm(await signIn(emails.merged), ticket)).status).toBe(200)
    const [row] = await query<{ remaining: number; total: number; ledger: number; granted: number }>(
      `select credits_remaining as remaining, credits_total as total,
              (select sum(amount)::int from usage_logs where user_id = p.id) as ledger,
              (select sum(total_amount)::int from usage_logs where user_id = p.id) as granted
         from user_profiles p where id = $1`,
      primary.userId,
    )
    const sum = (key: 'remaining' | 'total') => before[0]!.credits[key] + before[1]!.credits[key]
    expect(row).toEqual({
      remaining: sum('remaining'),
      total: sum('total'),
      ledger: sum('remaining'),
      granted: sum('total'),
    })
  })

  it('gathers no free credits from many accounts, along a chain neither, and loses no bought one', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, index) => signUp(`merge-free-${pairs}-${index}@example.com`)),
    )
    const [first, second, third, fresh] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
    await query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 20, 20, 'paid')`,
      third.userId,
    )
    const balanceOf = async ({ userId }: TestPerson) =>
      query('select credits_remaining as remaining, credits_total as total from user_profiles where id = $1', userId)
    await merge([ownedCredits], first.userId, second.userId)
    expect(await balanceOf(first)).toEqual([{ remaining: 10, total: 10 }])
    expect(await ownedCredits.count(foundation.database, third.userId, first.userId)).toMatchObject({
      remaining: 20,
      freeLeft: 5,
    })
    await merge([ownedCredits], first.userId, third.userId)
    expect(await balanceOf(first)).toEqual([{ remaining: 30, total: 30 }])
    await merge([ownedCredits], fresh.userId, first.userId)
    expect(await balanceOf(fresh)).toEqual([{ remaining: 30, total: 30 }])
  })

  it('free credits count as spent first: what is left of a bought pack comes along whole', async () => {
    const [primary, gathered, spender] = await Promise.all(
      ['a', 'b', 'c'].map((name) => signUp(`merge-spent-${pairs}-${name}@example.com`)),
    )
    await merge([ownedCredits], primary!.userId, gathered!.userId)
    await query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 20, 20, 'paid'), ($1, 'adjust', -7, 0, 'runs')`,
      spender!.userId,
    )
    expect(await ownedCredits.count(foundation.database, spender!.userId, primary!.userId)).toEqual({
      remaining: 18,
      total: 25,
      free: 5,
      freeLeft: 0,
      campaignLeft: 0,
    })
    // Who never got free ones, as where the wall stands (decision 0103), brings none.
    const [user] = await query<{ id: string }>(
      `insert into auth_users (name, email) values ('', 'merge-bought@example.com') returning id`,
    )
    await query('insert into user_profiles (id) values ($1)', user!.id)
    await query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 20, 20, 'paid')`,
      user!.id,
    )
    expect(await ownedCredits.count(foundation.database, user!.id, primary!.userId)).toEqual({
      remaining: 20,
      total: 20,
      free: 0,
      freeLeft: 0,
      campaignLeft: 0,
    })
  })

  it('keeps the file of a result reachable, also through the end of the primary account', async () => {
    const { emails, primary, merged } = await newPair()
    const { jobId } = await finishedRun(merged)
    const ticket = await begin(primary)
    await confirm(await signIn(emails.merged), ticket)
    const again = await signIn(emails.primary)
    const job = await again.api.processing.jobs.get({ id: jobId })
    expect((await fetch(origin() + job.result!.downloadAddress)).status).toBe(200)
    const [{ key } = { key: '' }] = await query<{ key: string }>(
      'select result_oss_url as key from processing_history where id = $1',
      jobId,
    )
    await again.api.ownData.deleteAccount({ password: TEST_PASSWORD })
    await endAccountNow(foundation, again.userId)
    await expect.poll(() => foundation.storage.stat(key)).toBeUndefined()
  })
})

describe('the proofs', () => {
  it('wants the password of the primary account', async () => {
    const { primary } = await newPair()
    const answer = await post('/api/v1/account/merge', { password: 'wrong1' }, primary.headers)
    expect(await codeOf(answer)).toBe('password-wrong')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('wants a sign-in to the other account that is younger than the ticket', async () => {
    const { primary, merged } = await newPair()
    const ticket = await begin(primary)
    expect(await stateOf(merged, ticket)).toMatchObject({ step: 'sign-in' })
    expect(await codeOf(await confirm(merged, ticket))).toBe('merge-expired')
  })

  it('takes no forged and no foreign ticket, and none without the cookie of the session', async () => {
    const { emails, primary } = await newPair()
    const ticket = await begin(primary)
    const other = await signIn(emails.merged)
    expect(await codeOf(await confirm(other, `${ticket.slice(0, -4)}AAAA`))).toBe('merge-expired')
    const { cookie: _, ...bearerOnly } = other.headers
    const stolen = await post('/api/v1/account/merge/confirm', {}, { ...bearerOnly, cookie: ticket })
    expect(await codeOf(stolen)).toBe('merge-expired')
    expect((await post('/api/v1/account/merge/confirm', {}, { cookie: `${other.cookie}; ${ticket}` })).status).toBe(401)
  })

  it('refuses the account itself, and a second time', async () => {
    const { emails, primary } = await newPair()
    const ticket = await begin(primary)
    expect(await stateOf(await signIn(emails.primary), ticket)).toMatchObject({ step: 'sign-in' })
    expect(await codeOf(await confirm(await signIn(emails.primary), ticket))).toBe('merge-same')
    const other = await signIn(emails.merged)
    expect((await confirm(other, ticket)).status).toBe(200)
    expect((await confirm(other, ticket)).status).not.toBe(200)
  })

  it('serves one merge: a copy of the ticket adds no third account', async () => {
    const { emails, primary } = await newPair()
    const ticket = await begin(primary)
    expect((await confirm(await signIn(emails.merged), ticket)).status).toBe(200)
    const third = await signUp(`merge-replay-${pairs}@example.com`)
    expect(await codeOf(await confirm(third, ticket))).toBe('merge-expired')
    expect(await third.api.account.profile.get()).toMatchObject({ credits: { remaining: 5 } })
  })

  it('is taken back by the merge and by a cancel', async () => {
    const { emails, primary } = await newPair()
    const [ticket, other] = [await begin(primary), await signIn(emails.merged)]
    for (const path of ['/api/v1/account/merge/cancel', '/api/v1/account/merge/confirm']) {
      const answer = await post(path, {}, withTicket(other, ticket))
      const taken = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('huanying.merge='))
      expect([path, answer.status, taken]).toEqual([
        path,
        200,
        [expect.stringMatching(/^huanying\.merge=; Max-Age=0;/)],
      ])
    }
  })

  it('ends with the password: an intruder who was found out does not merge an own account in', async () => {
    const { emails, primary } = await newPair()
    const ticket = await begin(primary)
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'ferry-98765x', revokeOtherSessions: true }
    expect((await post('/api/auth/change-password', change, primary.headers)).status).toBe(200)
    expect(await codeOf(await confirm(await signIn(emails.merged), ticket))).toBe('merge-expired')
  })

  it('is begun and confirmed by our own pages only', async () => {
    const { emails, primary } = await newPair()
    const ticket = await begin(primary)
    const other = await signIn(emails.merged)
    const noBearer = { cookie: withTicket(other, ticket).cookie }
    for (const path of ['/api/v1/account/merge', '/api/v1/account/merge/confirm', '/api/v1/account/merge/cancel']) {
      const answer = await post(path, { password: TEST_PASSWORD }, { ...noBearer, origin: 'https://evil.example' })
      expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 401, []])
    }
    const { cookie: __, ...bearerOnly } = primary.headers
    const stolen = await post('/api/v1/account/merge', { password: TEST_PASSWORD }, bearerOnly)
    expect([stolen.status, stolen.headers.getSetCookie()]).toEqual([401, []])
  })

  it('gets no sixth try at the password', async () => {
    const { primary } = await newPair()
    const guess = (password: string) => post('/api/v1/account/merge', { password }, primary.headers)
    for (let tries = 0; tries < 5; tries += 1) expect(await codeOf(await guess('wrong1'))).toBe('password-wrong')
    expect(await codeOf(await guess(TEST_PASSWORD))).toBe('too-many-attempts')
  })
})

describe('the emails of a merge', () => {
  /** What was mailed to this address about merging, whatever the order. */
  async function mergeTexts(email: string): Promise<string[]> {
    const folder = join(foundation.settings.dataDir, 'outbox')
    const files = await readdir(folder).catch(() => [])
    const sent = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return sent
      .map((text) => JSON.parse(text) as { to: string; text: string })
      .filter(({ to, text }) => to === email && text.includes('合并'))
      .map(({ text }) => text)
  }

  it('tell each address of the other one, and what happened to the credits (C-53)', async () => {
    const { emails, primary } = await newPair()
    const ticket = await begin(primary)
    await confirm(await signIn(emails.merged), ticket)
    const ended = '本邮箱和原来的密码不再用于登录'
    for (const [to, named, isEnded] of [
      [emails.merged, emails.primary, true],
      [emails.primary, emails.merged, false],
    ] as const) {
      await expect.poll(() => mergeTexts(to)).toHaveLength(1)
      const [text] = await mergeTexts(to)
      expect(text).toContain(named)
      expect(text).toContain('转入 5 个积分。')
      expect(text?.includes(ended), to).toBe(isEnded)
    }
  })

  it('[MERGE-07] say of a third account what of its free credits stays behind, as the question before it did', async () => {
    const { emails, primary } = await newPair()
    const before = await begin(primary)
    expect((await confirm(await signIn(emails.merged), before)).status).toBe(200)
    const thirdEmail = `merge-${pairs}-c@example.com`
    const third = await signUp(thirdEmail)
    await query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'purchase', 20, 20, 'paid')`,
      third.userId,
    )
    const ticket = await begin(await signIn(emails.primary))
    const again = await signIn(thirdEmail)
    expect(await stateOf(again, ticket)).toMatchObject({ credits: 20, freeCreditsLeft: 5 })
    expect((await confirm(again, ticket)).status).toBe(200)
    const { credits } = await (await signIn(emails.primary)).api.account.profile.get()
    expect(credits).toEqual({ used: 0, total: 30, remaining: 30 })
    const said = '转入 20 个积分，另有 5 个注册赠送的积分超过上限，没有转入。'
    for (const to of [emails.primary, thirdEmail])
      await expect.poll(async () => (await mergeTexts(to)).filter((text) => text.includes(said))).toHaveLength(1)
  })
})

it('[BILL-04] [BILL-05] the runs that came along count on the billing page, once each, also when their pictures are removed', async () => {
  const { emails, primary, merged } = await newPair()
  const usageOf = async (person: TestPerson) => person.api.billing.usage()
  await finishedRun(primary)
  const { uploadId } = await finishedRun(merged)
  expect([await usageOf(primary), await usageOf(merged)]).toEqual(Array(2).fill({ monthlyRuns: 1, totalRuns: 1 }))
  const ticket = await begin(primary)
  expect((await confirm(await signIn(emails.merged), ticket)).status).toBe(200)
  const both = await signIn(emails.primary)
  expect(await usageOf(both)).toEqual({ monthlyRuns: 2, totalRuns: 2 })
  await both.api.history.remove({ uploadIds: [uploadId] })
  expect(await usageOf(both)).toEqual({ monthlyRuns: 2, totalRuns: 2 })
})

describe('what stops a merge leaves both accounts as they were', () => {
  const untouched = async ({ userId }: TestPerson) =>
    query('select credits_remaining from user_profiles where id = $1', userId)

  it('a run that is still open', async () => {
    const { emails, primary, merged } = await newPair()
    provider.next({ durationMs: 60_000 })
    const job = await startRun(merged, await createTestUpload(foundation, merged.userId))
    const ticket = await begin(primary)
    expect(await codeOf(await confirm(await signIn(emails.merged), ticket))).toBe('merge-runs-open')
    expect(await untouched(primary)).toEqual([{ credits_remaining: 5 }])
    expect(await untouched(merged)).toEqual([{ credits_remaining: 3 }])
    await merged.api.processing.jobs.cancel({ id: job.id })
  })

  it.each([
    ['a ban', `user_type = 'banned'`, 'banned'],
    ['a suspension', `status = 'suspended'`, 'merge-not-allowed'],
    ['an administrator', `user_type = 'admin'`, 'merge-admin'],
  ])('%s of the other account', async (_, change, code) => {
    const { emails, primary, merged } = await newPair()
    const ticket = await begin(primary)
    const person = await signIn(emails.merged)
    await query(`update user_profiles set ${change} where id = $1`, merged.userId)
    expect(await codeOf(await confirm(person, ticket))).toBe(code)
    expect(await untouched(merged)).toEqual([{ credits_remaining: 5 }])
  })

  it.each([
    ['a ban', `user_type = 'banned'`],
    ['a suspension', `status = 'suspended'`],
  ])('%s of the primary account', async (_, change) => {
    const { emails, primary, merged } = await newPair()
    const ticket = await begin(primary)
    await query(`update user_profiles set ${change} where id = $1`, primary.userId)
    expect(await codeOf(await confirm(await signIn(emails.merged), ticket))).toBe('merge-not-allowed')
    expect(await untouched(merged)).toEqual([{ credits_remaining: 5 }])
  })

  it('[MERGE-06] a primary account that has ended meanwhile', async () => {
    const { emails, primary, merged } = await newPair()
    const ticket = await begin(primary)
    await primary.api.ownData.deleteAccount({ password: TEST_PASSWORD })
    const code = await codeOf(await confirm(await signIn(emails.merged), ticket))
    expect([code, messageFromRegister({ code })]).toEqual(['merge-account-missing', '要合并的账户不存在'])
    expect(await untouched(merged)).toEqual([{ credits_remaining: 5 }])
  })

  it('more passkeys than one account may hold: said before anything is agreed to, and the proof lives on', async () => {
    const { emails, primary, merged } = await newPair()
    const addPasskeys = ({ userId }: TestPerson, n: number) =>
      query(
        `insert into auth_passkeys (user_id, public_key, credential_id, counter, device_type, backed_up, transports)
          select $1, 'key', gen_random_uuid()::text, 0, 'singleDevice', false, '' from generate_series(1, $2::int)`,
        userId,
        n,
      )
    await addPasskeys(primary, PASSKEYS_AT_MOST)
    await addPasskeys(merged, 1)
    const ticket = await begin(primary)
    const other = await signIn(emails.merged)
    const code = 'merge-passkeys'
    expect(await stateOf(other, ticket)).toMatchObject({ code })
    expect(await codeOf(await confirm(other, ticket))).toBe(code)
    expect(messageFromRegister({ code })).toContain(`${PASSKEYS_AT_MOST} 个`)
    expect(await untouched(merged)).toEqual([{ credits_remaining: 5 }])
    await query('delete from auth_passkeys where user_id = $1', merged.userId)
    expect(await stateOf(other, ticket)).toMatchObject({ step: 'confirm' })
    expect((await confirm(other, ticket)).status).toBe(200)
  })

  it('a failure in the middle', async () => {
    const { primary, merged } = await newPair()
    const broken = {
      name: 'broken',
      count: async () => ({}),
      move: async () => {
        throw new Error('the power went out')
      },
    }
    await expect(merge([ownedCredits, broken], primary.userId, merged.userId)).rejects.toThrow('the power went out')
    expect(await untouched(primary)).toEqual([{ credits_remaining: 5 }])
    expect(await untouched(merged)).toEqual([{ credits_remaining: 5 }])
    expect(await query('select id from account_merge_history where merged_user_id = $1', merged.userId)).toEqual([])
  })

  it('two at once: one moves it, the other finds nothing', async () => {
    const { primary, merged } = await newPair()
    const third = await signUp(`merge-third-${pairs}@example.com`)
    const mergeInto = (primaryId: string) => merge([ownedCredits], primaryId, merged.userId)
    const tries = await Promise.allSettled([mergeInto(primary.userId), mergeInto(third.userId)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [row] = await query<{ sum: number }>(
      'select sum(credits_remaining)::int as sum from user_profiles where id in ($1, $2)',
      primary.userId,
      third.userId,
    )
    expect(row).toEqual({ sum: 15 })
  })
})
