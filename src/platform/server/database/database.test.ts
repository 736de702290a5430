// The ledger and the row policies, on the database itself: what SQL must refuse whatever the code above it does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, inUserScope } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openTestDatabase } from './testing/test-database.ts'

let database: Database

async function createUser(email: string, credits: number): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    'insert into auth_users (name, email) values ($1, $1) returning id',
    [email],
  )
  await database.query('insert into user_profiles (id, initial_email) values ($1, $2)', [user!.id, email])
  await database.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'grant', $2, $2, 'sign-up')`,
    [user!.id, credits],
  )
  return user!.id
}

const causeOf = (error: unknown) => (error as { cause?: { code?: string } }).cause ?? (error as { code?: string })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('a folder that cannot be opened is let go of, so that the next try names the same reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-unopened-'))
  const open = () =>
    openDatabase({ folder, template: new Blob(['no archive']) }).catch((error: unknown) => String(error))
  const reason = await open()
  expect(reason).not.toContain('in use')
  expect(await open()).toBe(reason)
  rmSync(folder, { recursive: true })
})

describe('ledger', () => {
  it('keeps the balance in the profile and refuses an overdraft', async () => {
    const id = await createUser('ledger@example.com', 5)
    await database.query(
      `insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', -3)`,
      [id],
    )
    const overdraft = database.query(
      `insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', -3)`,
      [id],
    )
    await expect(overdraft).rejects.toMatchObject({ code: '23514' })
    const [profile] = await database.query(
      'select credits_total, credits_remaining, credits_used from user_profiles where id = $1',
      [id],
    )
    expect(profile).toEqual({ credits_total: 5, credits_remaining: 2, credits_used: 3 })
  })

  it('settles a hold once: a captured job cannot be released', async () => {
    const id = await createUser('settle@example.com', 5)
    const job = '00000000-0000-4000-8000-000000000001'
    await database.query(
      `insert into usage_logs (user_id, job_id, kind, amount) values ($1, $2, 'hold', -2), ($1, $2, 'capture', 0)`,
      [id, job],
    )
    const release = database.query(
      `insert into usage_logs (user_id, job_id, kind, amount) values ($1, $2, 'release', 2)`,
      [id, job],
    )
    await expect(release).rejects.toMatchObject({ code: '23505' })
  })

  it('is append-only, yet goes with a removed account', async () => {
    const id = await createUser('append@example.com', 5)
    await expect(database.query('delete from usage_logs where user_id = $1', [id])).rejects.toMatchObject({
      code: '55000',
    })
    await expect(database.query('update usage_logs set amount = 9 where user_id = $1', [id])).rejects.toMatchObject({
      code: '55000',
    })
    await database.query('delete from auth_users where id = $1', [id])
    expect(await database.query('select id from usage_logs where user_id = $1', [id])).toEqual([])
  })
})

describe('row policies', () => {
  it('show a consumer only their own profile and keep the balance read-only', async () => {
    const mine = await createUser('mine@example.com', 5)
    const other = await createUser('other@example.com', 5)
    const seen = await inUserScope(database, mine, (tx) => tx.execute(sql`select id from user_profiles`))
    expect(seen.rows).toEqual([{ id: mine }])
    const steal = inUserScope(database, mine, (tx) => tx.execute(sql`update user_profiles set credits_remaining = 99`))
    expect(causeOf(await steal.catch((error) => error))).toMatchObject({ code: '42501' })
    const rename = await inUserScope(database, mine, (tx) =>
      tx.execute(sql`update user_profiles set username = 'x' where id = ${other}`),
    )
    expect(rename.rows).toEqual([])
    const [untouched] = await database.query<{ username: string | null }>(
      'select username from user_profiles where id = $1',
      [other],
    )
    expect(untouched!.username).toBeNull()
  })

  it('refuse an upload written in another name', async () => {
    const mine = await createUser('writer@example.com', 5)
    const other = await createUser('victim@example.com', 5)
    const forge = inUserScope(database, mine, (tx) =>
      tx.execute(sql`insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
        values (${other}, 'a.png', 1, 'image/png', 1, 1, 'k', 't', 'v', 'image/jpeg')`),
    )
    expect(causeOf(await forge.catch((error) => error))).toMatchObject({ code: '42501' })
  })
})
