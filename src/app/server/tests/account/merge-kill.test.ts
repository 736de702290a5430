// The process is killed (-9) in the middle of a merge: nothing has happened, the merge can be done again, and the audit finds nothing. On either home of the database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeAccounts } from '#features/account/server/merge/merge-accounts.ts'
import { newMergeProof } from '#features/account/server/merge/merge-proof.ts'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import { ownedCredits } from '#features/billing/server/ledger/merge-credits.ts'
import { ownedBills } from '#features/billing/server/merge-bills.ts'
import { ownedPictures } from '#features/processing/server/merge-pictures.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { createServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { programOf } from '../../../../../scripts/testing/bundled-programs.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../../scripts/testing/short-lived.ts'

const entry = programOf(fileURLToPath(new URL('./merge-then-hang.ts', import.meta.url)))
const [PRIMARY, MERGED] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

const folder = mkdtempSync(join(tmpdir(), 'huanying-merge-'))
let server: Awaited<ReturnType<typeof createServerDatabase>> | undefined
beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) server = await createServerDatabase(process.env.TEST_DATABASE_URL)
})
afterAll(async () => {
  await server?.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(server ? { url: server.url } : { folder })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function fillAccounts(database: Database): Promise<void> {
  for (const id of [PRIMARY, MERGED]) {
    const run = (text: string) => database.query(text.replaceAll(':id', `'${id}'`))
    await run(`insert into auth_users (id, name, email) values (:id, '', :id || '@example.com')`)
    await run(`insert into user_profiles (id) values (:id)`)
    await run(`insert into user_login_methods (user_id, method_type, method_value) values (:id, 'email', :id)`)
    await run(`insert into user_uploads (id, user_id, original_filename, file_size, mime_type, width, height, oss_url,
      thumbnail_url, view_key, view_mime_type) values (:id, :id, 'p', 1, 'image/png', 1, 1, 'k', 'k', 'k', 'image/png')`)
    await run(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values (:id, 'grant', 5, 5, 'x')`,
    )
  }
}

/** Everything that a merge touches. */
const stateOf = async (database: Database) => ({
  profiles: await database.query('select id, credits_remaining, credits_total from user_profiles order by id'),
  methods: await database.query('select user_id, status from user_login_methods order by user_id'),
  uploads: await database.query('select user_id from user_uploads order by id'),
  ledger: await database.query('select user_id, kind, amount from usage_logs order by id'),
  merges: await database.query('select primary_user_id, merged_user_id from account_merge_history'),
})

async function killInTheMiddle(): Promise<void> {
  const env = { PATH: process.env.PATH, PRIMARY_ID: PRIMARY, MERGED_ID: MERGED, DATABASE_FOLDER: folder }
  const child = spawn(process.execPath, [...SHORT_LIVED, entry], {
    env: { ...compiledBefore(), ...env, ...(server && { DATABASE_URL: server.url }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 60_000 }).toContain('in the middle')
  child.kill('SIGKILL')
  await exited
}

it('[MERGE-07] a merge that is killed in the middle leaves both accounts whole, and can be done again', {
  timeout: 180_000,
}, async () => {
  const before = await withDatabase(async (database) => {
    await fillAccounts(database)
    return stateOf(database)
  })
  await killInTheMiddle()
  await withDatabase(async (database) => {
    expect(await stateOf(database)).toEqual(before)
    await expectGreenAudit(database)
    const proof = await newMergeProof(database.orm, PRIMARY, new Date())
    await mergeAccounts(database, [ownedCredits, ownedPictures, ownedBills], MERGED, proof)
    const after = await stateOf(database)
    expect(after.profiles).toEqual([{ id: PRIMARY, credits_remaining: 10, credits_total: 10 }])
    expect(after.uploads).toEqual([{ user_id: PRIMARY }, { user_id: PRIMARY }])
    expect(after.merges).toEqual([{ primary_user_id: PRIMARY, merged_user_id: MERGED }])
    await expectGreenAudit(database)
  })
})
