// What else an account brings along when it is merged into another, over HTTP: its phone number, redeemed campaigns, a place on the waitlist
// (document 1 §4; decisions 0014, 0107), and what nobody's merge may touch.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signInPerson, signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const publicOrigin = () => foundation.settings.publicOrigin
const post: ReturnType<typeof postTo> = (...call) => postTo(origin(), publicOrigin())(...call)
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
const signUp = (name: string) => signUpPerson(origin(), publicOrigin(), `${name}@owned.example.com`)

/** Begun at the primary account; the other one signed in afterwards, as its browser has it now. */
async function begun(primary: TestPerson, otherName: string): Promise<Record<string, string>> {
  const answer = await post('/api/v1/account/merge', { password: TEST_PASSWORD }, primary.headers)
  const [line = ''] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('huanying.merge='))
  expect(line).toContain('Max-Age=900;')
  const other = await signInPerson(origin(), publicOrigin(), `${otherName}@owned.example.com`)
  return { ...other.headers, cookie: `${other.cookie}; ${line.split(';')[0]}` }
}
const stateOf = async (headers: Record<string, string>) =>
  (await fetch(`${origin()}/api/v1/account/merge`, { headers })).json()

/** A documented call, as a client that numbers its own calls makes it. */
async function numberedCall({ headers }: TestPerson): Promise<unknown> {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#8090a0' } })
  const image = (
    await picture
      .withExif({ IFD0: { Artist: 'x'.repeat(2000) } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const call = { image, functionType: 'denoise' }
  return (await post('/api/functions/topaz-process', call, { ...headers, 'idempotency-key': '1' })).json()
}

async function givePhone({ userId }: TestPerson, phone: string): Promise<void> {
  await query(
    `update user_profiles set phone = $2, phone_region = 'CN', phone_verified = true, phone_verified_at = '2026-01-02T03:04:05Z' where id = $1`,
    userId,
    phone,
  )
  await query(
    `insert into user_login_methods (user_id, method_type, method_value, verified) values ($1, 'phone', $2, true)`,
    userId,
    phone,
  )
}
async function emailsTo(name: string): Promise<string[]> {
  const folder = join(foundation.settings.dataDir, 'outbox')
  const emails = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  return emails
    .map((email) => JSON.parse(email) as { to: string; text: string })
    .filter(({ to }) => to === `${name}@owned.example.com`)
    .map(({ text }) => text)
}
const phonesOf = ({ userId }: TestPerson) =>
  query(
    `select method_value as phone, status, is_primary from user_login_methods where user_id = $1 and method_type = 'phone' order by 1`,
    userId,
  )
const profileOf = async ({ userId }: TestPerson) =>
  (
    await query(
      'select phone, phone_region, phone_verified, phone_verified_at from user_profiles where id = $1',
      userId,
    )
  )[0]

it('runs that both accounts numbered alike come along, and the same call stays the same run', async () => {
  const [primary, merged] = [await signUp('numbered'), await signUp('numbered-too')]
  for (const person of [primary, merged]) expect(await numberedCall(person)).toMatchObject({ success: true })
  const headers = await begun(primary, 'numbered-too')
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  const runs = () => query<{ id: string }>('select id from processing_history where user_id = $1', primary.userId)
  expect(await runs()).toHaveLength(2)
  expect(await numberedCall(await signInPerson(origin(), publicOrigin(), 'numbered@owned.example.com'))).toMatchObject({
    success: true,
  })
  expect(await runs()).toHaveLength(2)
})

it('a phone number comes along to an account without one, and goes on signing in', async () => {
  const [primary, merged] = [await signUp('no-phone'), await signUp('with-phone')]
  await givePhone(merged, '+8613800000001')
  const headers = await begun(primary, 'with-phone')
  expect(await stateOf(headers)).toMatchObject({ losesPassword: true, losesPhone: false })
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  await expect
    .poll(() => emailsTo('with-phone'))
    .toContainEqual(expect.stringContaining('以后请用该账户登录（本邮箱和原来的密码不再用于登录）：'))
  expect(await phonesOf(primary)).toEqual([{ phone: '+8613800000001', status: 'active', is_primary: false }])
  expect(await profileOf(primary)).toEqual({
    phone: '+8613800000001',
    phone_region: 'CN',
    phone_verified: true,
    phone_verified_at: new Date('2026-01-02T03:04:05Z'),
  })
})

it('a second phone number is announced before and in the email after, and signs in no more', async () => {
  const [primary, merged] = [await signUp('first-phone'), await signUp('second-phone')]
  await givePhone(primary, '+8613800000002')
  await givePhone(merged, '+8613800000003')
  const headers = await begun(primary, 'second-phone')
  expect(await stateOf(headers)).toMatchObject({ losesPhone: true })
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  expect(await phonesOf(primary)).toEqual([
    { phone: '+8613800000002', status: 'active', is_primary: false },
    { phone: '+8613800000003', status: 'disabled', is_primary: false },
  ])
  expect(await profileOf(primary)).toMatchObject({ phone: '+8613800000002' })
  await expect
    .poll(() => emailsTo('second-phone'))
    .toContainEqual(expect.stringContaining('以后请用该账户登录（本邮箱、原来的密码和手机号不再用于登录）：'))
})

it('an account that never had a password is told of none', async () => {
  const [primary, merged] = [await signUp('has-password'), await signUp('by-google')]
  const headers = await begun(primary, 'by-google')
  await query(`update user_login_methods set method_type = 'google' where user_id = $1`, merged.userId)
  await query(`update auth_accounts set provider_id = 'google', password = null where user_id = $1`, merged.userId)
  expect(await stateOf(headers)).toMatchObject({ losesPassword: false, losesPhone: false })
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  await expect
    .poll(() => emailsTo('by-google'))
    .toContainEqual(expect.stringContaining('以后请用该账户登录（本邮箱不再用于登录）：'))
})

it('campaigns, places on the waitlist and the entry of the ledger: what one had not, it gets; what both had, stays; strangers lose nothing', async () => {
  const [primary, merged, stranger] = [await signUp('buyer'), await signUp('wisher'), await signUp('stranger')]
  const batches: Record<string, string> = {}
  const redeem = async (name: string, ...people: TestPerson[]) => {
    const [batch] = await query<{ id: string }>(
      'insert into coupon_batches (name, credits, uses_per_code) values ($1, 1, 9) returning id',
      name,
    )
    batches[name] = batch!.id
    for (const { userId } of people)
      await query(
        `with code as (insert into coupon_codes (batch_id, code) values ($1, gen_random_uuid()::text) returning id),
              entry as (insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($2, 'grant', 1, 1, gen_random_uuid()::text) returning id)
         insert into coupon_redemptions (batch_id, code_id, user_id, entry_id) select $1, code.id, $2, entry.id from code, entry`,
        batch!.id,
        userId,
      )
  }
  await redeem('both', primary, merged)
  await redeem('one', merged)
  await redeem('foreign', stranger)
  const placeOf = ({ userId }: TestPerson, at: string) =>
    query(`insert into purchase_wishes (user_id, created_at) values ($1, $2)`, userId, at)
  await placeOf(merged, '2026-03-04T05:06:07Z')
  await placeOf(stranger, '2026-04-05T06:07:08Z')

  const headers = await begun(primary, 'wisher')
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  expect(
    await query(
      `select b.name, r.user_id from coupon_redemptions r join coupon_batches b on b.id = r.batch_id
        where r.user_id <> $1 order by b.name, r.user_id = $2`,
      merged.userId,
      primary.userId,
    ),
  ).toEqual([
    { name: 'both', user_id: primary.userId },
    { name: 'foreign', user_id: stranger.userId },
    { name: 'one', user_id: primary.userId },
  ])
  expect(await query('select user_id, created_at from purchase_wishes order by created_at')).toEqual([
    { user_id: primary.userId, created_at: new Date('2026-03-04T05:06:07Z') },
    { user_id: stranger.userId, created_at: new Date('2026-04-05T06:07:08Z') },
  ])
  const share = { remaining: 6, total: 6, free: 5, freeLeft: 0, campaignLeft: 1 }
  const lots = [
    { source: 'sign-up', left: 5 },
    { source: 'campaign', id: batches.one, left: 1 },
  ]
  expect(await query(`select details from usage_logs where user_id = $1 and kind = 'merge'`, primary.userId)).toEqual([
    { details: { mergedUserId: merged.userId, entries: 3, ...share, lots } },
  ])
})

it('a place on the waitlist of the primary account outlives that of the other one', async () => {
  const [primary, merged] = [await signUp('wished'), await signUp('wished-too')]
  for (const [person, at] of [
    [primary, '2026-05-01T00:00:00Z'],
    [merged, '2026-05-02T00:00:00Z'],
  ] as const)
    await query(`insert into purchase_wishes (user_id, created_at) values ($1, $2)`, person.userId, at)
  const headers = await begun(primary, 'wished-too')
  expect((await post('/api/v1/account/merge/confirm', {}, headers)).status).toBe(200)
  expect(await query('select created_at from purchase_wishes where user_id = $1', primary.userId)).toEqual([
    { created_at: new Date('2026-05-01T00:00:00Z') },
  ])
})
