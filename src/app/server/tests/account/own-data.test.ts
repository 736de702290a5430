// Taking one's data along and ending one's account, over HTTP with real accounts (U-16; document 1 §9).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ContractRouterClient } from '@orpc/contract'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { contract } from '#app/contract.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { endAccountNow, runDueDeletions } from '../../testing/end-account.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { PERSONAL_ROWS, personalTables, tablesWith } from '../../testing/personal-tables.ts'
import { postTo, signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

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
const signUp = (email: string) => signUpPerson(origin(), foundation.settings.publicOrigin, email)

const count = async (table: string, column: string, id: string) => {
  const [row] = await foundation.database.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${column} = $1`,
    [id],
  )
  return row!.n
}

/** What is kept for seven years. */
const BILLS = ['billing_history', 'payment_orders', 'payment_refunds']

async function runOn(api: ContractRouterClient<typeof contract>, uploadId: string) {
  const job = await api.processing.jobs.start(startOf({ uploadId }))
  return job.id
}

describe('the export', () => {
  it('[PROFILE-26] is one archive with profile, history, credits, bills and pictures, and nobody else', async () => {
    const { api, userId } = await signUp('export@example.com')
    const stranger = await signUp('stranger@example.com')
    const uploadId = await createTestUpload(foundation, userId)
    await createTestUpload(foundation, stranger.userId)
    const jobId = await runOn(api, uploadId)
    await expect.poll(async () => (await api.processing.jobs.get({ id: jobId })).status).toBe('completed')
    for (const row of PERSONAL_ROWS) await foundation.database.query(row, [userId])
    await api.processing.shares.create({ jobId, days: 7, allowsDownload: true })
    await expect(api.ownData.export({ password: 'not-the-owner-1' })).rejects.toMatchObject({ code: 'password-wrong' })
    const offer = await api.ownData.export({ password: TEST_PASSWORD })
    const answer = await fetch(`${origin()}${offer.address}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(offer.sizeBytes)
    const files = unzipSync(bytes)
    expect(Object.keys(files).sort()).toEqual(
      [
        '说明.txt',
        '账户.json',
        '处理记录.json',
        '积分明细.json',
        '账单.json',
        '退款申请.json',
        '同意记录.json',
        '原图/photo.png',
        '结果/photo - 标准降噪.png',
      ].sort(),
    )
    const jsonOf = (name: string) => JSON.parse(Buffer.from(files[name]!).toString())
    expect(jsonOf('账户.json')).toMatchObject({
      profile: { id: userId },
      loginMethods: [{ methodType: 'email' }],
      termsConsents: [{ version: TERMS_VERSION }],
      securityEvents: [{ kind: 'sign-in' }],
      sessions: [{ userAgent: expect.any(String) }],
      passkeys: [],
      merges: [],
    })
    expect(jsonOf('处理记录.json')).toMatchObject({
      uploads: [{ id: uploadId }],
      records: [{ id: jobId, modelKey: 'denoise/normal' }],
      shares: [{ jobId, allowsDownload: true }],
    })
    expect(jsonOf('处理记录.json').uploads).toHaveLength(1)
    expect(jsonOf('积分明细.json').map(({ kind }: { kind: string }) => kind)).toEqual(['grant', 'hold', 'capture'])
    expect(jsonOf('账单.json')).toMatchObject({
      bills: [{ description: '小包' }],
      orders: [{ packName: '小包' }],
      invoices: [],
      openingNoticeAskedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(jsonOf('退款申请.json')).toMatchObject([{ reason: '买错了', state: 'withdrawn' }])
    expect(jsonOf('同意记录.json')).toMatchObject([{ version: '1', providerName: 'Topaz Labs', revokedAt: null }])
    expect(Buffer.concat(Object.values(files).map((part) => Buffer.from(part))).toString()).not.toContain('uploads/')
    const forged = await fetch(
      `${origin()}/api/account/data/export?ticket=${offer.address.split('=')[1]!.slice(0, -3)}`,
    )
    expect(forged.status).toBe(403)
  })

  it('hands out the rest when the storage lost a picture', async () => {
    const { api, userId } = await signUp('lost-file@example.com')
    const [kept, lost] = [await createTestUpload(foundation, userId), await createTestUpload(foundation, userId)]
    await foundation.storage.remove(`uploads/${userId}/${lost}/original.png`)
    const offer = await api.ownData.export({ password: TEST_PASSWORD })
    const files = unzipSync(Buffer.from(await (await fetch(`${origin()}${offer.address}`)).arrayBuffer()))
    expect(Object.keys(files).filter((name) => name.startsWith('原图/'))).toEqual(['原图/photo.png'])
    const { uploads } = JSON.parse(Buffer.from(files['处理记录.json']!).toString()) as { uploads: { id: string }[] }
    expect(uploads.map(({ id }) => id).sort()).toEqual([kept, lost].sort())
  })
})

it('the export has what is kept with a person, table by table', async () => {
  const NOT_TOLD: Readonly<Record<string, string>> = {
    admin_sessions: 'an hour of the back office, told by its sign-in',
    auth_accounts: 'passwords and tokens of providers; the ways of signing in stand in user_login_methods',
    auth_spent: 'what a request has spent, for an hour',
    auth_two_factors: 'a secret',
    payments: 'what a provider notified; its order is told',
    coupon_redemptions: 'its entry of the ledger says what came, and from which campaign',
    user_subscriptions: 'none is sold',
    verification_codes: 'a secret, for minutes',
  }
  expect((await personalTables(foundation.database)).filter((name) => !(name in NOT_TOLD))).toEqual([
    'auth_passkeys',
    'auth_sessions',
    'billing_history',
    'payment_invoices',
    'payment_orders',
    'payment_refunds',
    'processing_history',
    'provider_consents',
    'purchase_wishes',
    'security_events',
    'terms_consents',
    'usage_logs',
    'user_login_methods',
    'user_uploads',
  ])
})

describe('the end of an account', () => {
  it('needs the password, not the access token alone', async () => {
    const { api, userId } = await signUp('proof@example.com')
    await expect(api.ownData.deleteAccount({ password: 'wrong-password' })).rejects.toMatchObject({
      code: 'password-wrong',
    })
    await expect(api.ownData.deleteAccount({})).rejects.toMatchObject({ code: 'password-wrong' })
    expect(await count('auth_users', 'id', userId)).toBe(1)
  })

  it('[PROFILE-23] wants a fresh sign-in where there is no password, by the provider then', async () => {
    const { api, userId } = await signUp('no-password@example.com')
    const signedInAt = (moment: string) =>
      foundation.database.query(`update auth_sessions set created_at = ${moment} where user_id = $1`, [userId])
    await foundation.database.query('update auth_accounts set password = null where user_id = $1', [userId])
    expect(await api.ownData.deletionPreview()).toMatchObject({ needsPassword: false, hasPurchases: false })
    await signedInAt(`now() - interval '16 minutes'`)
    await expect(api.ownData.deleteAccount({})).rejects.toMatchObject({ code: 'fresh-sign-in-needed' })
    await signedInAt('now()')
    expect(await api.ownData.deleteAccount({})).toMatchObject({ dueAt: expect.stringMatching(/^\d{4}-/) })
  })

  it('cannot be guessed: tries are limited', async () => {
    const { api } = await signUp('guess@example.com')
    for (let n = 0; n < 5; n += 1) await api.ownData.deleteAccount({ password: `wrong-${n}` }).catch(() => {})
    await expect(api.ownData.deleteAccount({ password: TEST_PASSWORD })).rejects.toMatchObject({
      code: 'too-many-attempts',
    })
  })

  it('[PROFILE-23] [PROFILE-24] stops at once, and after a week takes everything along but the bills, ends the sessions and says so by email', async () => {
    const { api, cookie, userId } = await signUp('goodbye@example.com')
    const uploadId = await createTestUpload(foundation, userId)
    provider.next({ hangs: true })
    await runOn(api, uploadId)
    for (const row of PERSONAL_ROWS) await foundation.database.query(row, [userId])
    expect(await api.ownData.deletionPreview()).toEqual({
      uploads: 1,
      records: 1,
      creditsRemaining: 3,
      hasPurchases: true,
      needsPassword: true,
    })
    const { dueAt } = await api.ownData.deleteAccount({ password: TEST_PASSWORD })
    expect(Math.round((Date.parse(dueAt) - Date.now()) / 86_400_000)).toBe(7)
    provider.next({})
    // At once: the run is stopped, its credits are back, and nobody is signed in. The rest stays for a week.
    expect(await count('auth_sessions', 'user_id', userId)).toBe(0)
    const [job] = await foundation.database.query(
      'select status, error_message from processing_history where user_id = $1',
      [userId],
    )
    expect(job).toMatchObject({ status: 'failed' })
    const stay = ['processing_history', 'provider_consents', 'purchase_wishes', 'security_events', 'terms_consents']
    const further = ['auth_accounts', 'usage_logs', 'user_login_methods', 'user_uploads']
    expect(await tablesWith(foundation.database, userId)).toEqual([...BILLS, ...stay, ...further].sort())
    await expect(api.account.profile.get()).rejects.toMatchObject({ code: 'session-expired' })
    await expect.poll(() => emailsTo('goodbye@example.com')).toContainEqual(expect.stringMatching(/账户将于 .* 删除/))
    await endAccountNow(foundation, userId)
    for (const table of ['auth_users', 'user_profiles'])
      expect([table, await count(table, 'id', userId)]).toEqual([table, 0])
    expect(await tablesWith(foundation.database, userId)).toEqual(BILLS)
    await expect.poll(() => keysUnder(`uploads/${userId}`)).toEqual([])
    // The access token lives for minutes more, and is good for nothing.
    await expect(api.account.profile.get()).rejects.toMatchObject({ code: 'session-expired' })
    expect(await (await post('/api/v1/account/session', {}, { cookie })).json()).toBeNull()
    const signIn = await post('/api/auth/sign-in/email', { email: 'goodbye@example.com', password: TEST_PASSWORD })
    expect(signIn.status).toBe(401)
    await expect.poll(() => emailsTo('goodbye@example.com')).toContainEqual(expect.stringContaining('账户已删除'))
  })

  it('takes along what was uploaded before the sign-in too, and nothing of others', async () => {
    const { api, userId } = await signUp('claimed@example.com')
    const stranger = await signUp('claimed-stranger@example.com')
    for (const [owner, kept] of [
      [userId, 'mine'],
      [stranger.userId, 'theirs'],
    ] as const) {
      const id = await createTestUpload(foundation, owner)
      const path = join(foundation.settings.dataDir, `trial-${kept}`)
      await writeFile(path, kept)
      await foundation.storage.putFile(`uploads/trial/${id}/original.png`, path, 'image/png')
      await foundation.database.query('update user_uploads set oss_url = $2 where id = $1', [
        id,
        `uploads/trial/${id}/original.png`,
      ])
    }
    await api.ownData.deleteAccount({ password: TEST_PASSWORD })
    await endAccountNow(foundation, userId)
    await expect.poll(() => keysUnder('uploads/trial')).toHaveLength(1)
    const [left] = await keysUnder('uploads/trial')
    expect(await text(await foundation.storage.openRead(left!))).toBe('theirs')
  })

  it('[PROFILE-23] is undone by signing in before, and only then; the mailbox is told, and the job leaves the account alone', async () => {
    const email = 'returns@example.com'
    const { api, userId } = await signUp(email)
    await api.ownData.deleteAccount({ password: TEST_PASSWORD })
    const dueAt = () =>
      foundation.database.query<{ at: Date | null }>('select deletion_due_at as at from auth_users where id = $1', [
        userId,
      ])
    await post('/api/auth/sign-in/email', { email, password: 'not-the-owner-1' })
    expect((await dueAt())[0]!.at).not.toBeNull()
    const answer = await post('/api/auth/sign-in/email', { email, password: TEST_PASSWORD })
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const sessionOf = async () => (await post('/api/v1/account/session', {}, { cookie })).json()
    expect(await sessionOf()).toMatchObject({ deletion_undone: true })
    expect(await sessionOf()).not.toHaveProperty('deletion_undone')
    expect(await dueAt()).toEqual([{ at: null }])
    await expect.poll(() => emailsTo(email)).toContainEqual(expect.stringContaining('已撤销删除账户'))
    const other = await signUp('goes@example.com')
    await other.api.ownData.deleteAccount({ password: TEST_PASSWORD })
    await runDueDeletions(foundation, userId)
    await endAccountNow(foundation, other.userId)
    expect(await count('auth_users', 'id', userId)).toBe(1)
  })

  it('is refused to the last admin', async () => {
    const { api, userId } = await signUp('boss@example.com')
    await foundation.database.query(`update user_profiles set user_type = 'admin' where id = $1`, [userId])
    await expect(api.ownData.deleteAccount({ password: TEST_PASSWORD })).rejects.toMatchObject({
      code: 'account-last-admin',
    })
    expect(await count('auth_users', 'id', userId)).toBe(1)
  })
})

async function keysUnder(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of foundation.storage.list(prefix)) keys.push(key)
  return keys
}

async function emailsTo(address: string): Promise<string[]> {
  const folder = join(foundation.settings.dataDir, 'outbox')
  const emails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  return emails.filter((message) => message.includes(address))
}
