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
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
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

async function runOn(api: ContractRouterClient<typeof contract>, uploadId: string) {
  const job = await api.processing.jobs.start(startOf({ uploadId }))
  return job.id
}

describe('the export', () => {
  it('is one archive with profile, history, credits, bills and pictures, and nobody else', async () => {
    const { api, userId } = await signUp('export@example.com')
    const stranger = await signUp('stranger@example.com')
    const uploadId = await createTestUpload(foundation, userId)
    await createTestUpload(foundation, stranger.userId)
    const jobId = await runOn(api, uploadId)
    await expect.poll(async () => (await api.processing.jobs.get({ id: jobId })).status).toBe('completed')
    await foundation.database.query(
      `insert into billing_history (user_id, description, amount, status) values ($1, '小包', 3.99, 'paid')`,
      [userId],
    )
    const offer = await api.ownData.export()
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
        '原图/photo.png',
        '结果/photo - 标准降噪.png',
      ].sort(),
    )
    const jsonOf = (name: string) => JSON.parse(Buffer.from(files[name]!).toString())
    expect(jsonOf('账户.json')).toMatchObject({ profile: { id: userId }, loginMethods: [{ methodType: 'email' }] })
    expect(jsonOf('处理记录.json')).toMatchObject({ uploads: [{ id: uploadId }], records: [{ id: jobId }] })
    expect(jsonOf('处理记录.json').uploads).toHaveLength(1)
    expect(jsonOf('积分明细.json').map(({ kind }: { kind: string }) => kind)).toEqual(['grant', 'hold', 'capture'])
    expect(jsonOf('账单.json')).toMatchObject([{ description: '小包' }])
    expect(Buffer.concat(Object.values(files).map((part) => Buffer.from(part))).toString()).not.toContain('uploads/')
    const forged = await fetch(
      `${origin()}/api/account/data/export?ticket=${offer.address.split('=')[1]!.slice(0, -3)}`,
    )
    expect(forged.status).toBe(403)
  })
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

  it('cannot be guessed: tries are limited', async () => {
    const { api } = await signUp('guess@example.com')
    for (let n = 0; n < 5; n += 1) await api.ownData.deleteAccount({ password: `wrong-${n}` }).catch(() => {})
    await expect(api.ownData.deleteAccount({ password: TEST_PASSWORD })).rejects.toMatchObject({
      code: 'too-many-attempts',
    })
  })

  it('takes everything along but the bills, ends the sessions and says so by letter', async () => {
    const { api, cookie, userId } = await signUp('goodbye@example.com')
    const uploadId = await createTestUpload(foundation, userId)
    provider.next({ hangs: true })
    await runOn(api, uploadId)
    await foundation.database.query(
      `insert into billing_history (user_id, description, amount, status) values ($1, '小包', 3.99, 'paid')`,
      [userId],
    )
    expect(await api.ownData.deletionPreview()).toEqual({
      uploads: 1,
      records: 1,
      creditsRemaining: 3,
      needsPassword: true,
    })
    await api.ownData.deleteAccount({ password: TEST_PASSWORD })
    provider.next({})
    for (const [table, column] of [
      ['auth_users', 'id'],
      ['auth_sessions', 'user_id'],
      ['user_profiles', 'id'],
      ['user_uploads', 'user_id'],
      ['processing_history', 'user_id'],
      ['usage_logs', 'user_id'],
      ['user_login_methods', 'user_id'],
    ] as const)
      expect([table, await count(table, column, userId)]).toEqual([table, 0])
    expect(await count('billing_history', 'user_id', userId)).toBe(1)
    const left: string[] = []
    for await (const { key } of foundation.storage.list(`uploads/${userId}`)) left.push(key)
    expect(left).toEqual([])
    // The access token lives for minutes more, and is good for nothing.
    await expect(api.account.profile.get()).rejects.toMatchObject({ code: 'session-expired' })
    expect(await (await post('/api/v1/account/session', {}, { cookie })).json()).toBeNull()
    const signIn = await post('/api/auth/sign-in/email', { email: 'goodbye@example.com', password: TEST_PASSWORD })
    expect(signIn.status).toBe(401)
    await expect.poll(() => lettersTo('goodbye@example.com')).toContainEqual(expect.stringContaining('账户已删除'))
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
    const left: string[] = []
    for await (const { key } of foundation.storage.list('uploads/trial'))
      left.push(await text(await foundation.storage.openRead(key)))
    expect(left).toEqual(['theirs'])
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

async function lettersTo(address: string): Promise<string[]> {
  const folder = join(foundation.settings.dataDir, 'outbox')
  const letters = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  return letters.filter((letter) => letter.includes(address))
}
