// What the documents say that uploads, records, profile and statistics hold (document 1 §3), on a real service after a real upload
// and a run. Accounts' other tables: account-tables.test.ts.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let person: TestPerson
let uploadId: string

beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider: createScriptedProvider() })
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'data@example.com')
  uploadId = await uploadPicture()
  const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
  await eventually(
    () => person.api.processing.jobs.get({ id }),
    ({ status }) => status === 'completed',
  )
}, 60_000)
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const query = (sql: string, values: unknown[] = []) => foundation.database.query<Record<string, unknown>>(sql, values)

/** Noise, so that it is not too small to be a picture. */
async function uploadPicture(): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  body.append('purpose', 'main')
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '照片.jpg')
  const headers = { ...person.headers, 'user-agent': 'test browser' }
  const answer = await fetch(`${origin()}/api/uploads`, { method: 'POST', headers, body })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

async function sessionUser(): Promise<Record<string, unknown>> {
  const post = postTo(origin(), foundation.settings.publicOrigin)
  const answer = await post('/api/v1/account/session', {}, { cookie: person.cookie })
  return ((await answer.json()) as { user: Record<string, unknown> }).user
}
const words = (text: string) => text.trim().split(/\s+/)

describe('the tables', () => {
  it.each([
    [
      '[DATA-ACC-03] user_profiles',
      'user_profiles',
      `id username initial_email avatar_url user_type phone phone_region phone_verified phone_verified_at credits_used
       credits_total credits_remaining status created_at updated_at`,
    ],
    [
      '[DATA-ACC-15] user_uploads',
      'user_uploads',
      `user_id original_filename file_size mime_type width height oss_url thumbnail_url status upload_source user_agent
       created_at updated_at`,
    ],
    [
      '[DATA-ACC-18] processing_history',
      'processing_history',
      `user_id upload_id original_filename original_oss_url ai_service process_type scale status result_oss_url
       thumbnail_result_url processing_time_seconds error_message credits_consumed created_at completed_at`,
    ],
  ])('%s has the documented columns', async (_title, table, columns) => {
    const rows = await query('select column_name as name from information_schema.columns where table_name = $1', [
      table,
    ])
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(words(columns)))
  })

  it('[DATA-ACC-16] an upload is uploaded or deleted, nothing else', async () => {
    const set = (status: string) => query('update user_uploads set status = $1 where id = $2', [status, uploadId])
    for (const status of ['processing', 'Uploaded', '']) await expect(set(status)).rejects.toThrow()
    await set('deleted')
    await set('uploaded')
  })
})

describe('the rows', () => {
  it('[DATA-ACC-17] an upload from the site says web, and what was uploaded', async () => {
    const [row] = await query('select * from user_uploads where id = $1', [uploadId])
    expect(row).toMatchObject({
      user_id: person.userId,
      original_filename: '照片.jpg',
      mime_type: 'image/jpeg',
      width: 200,
      height: 100,
      status: 'uploaded',
      upload_source: 'web',
      user_agent: 'test browser',
    })
  })

  it('[DATA-ACC-18] a finished record tells its service, scale, time and price', async () => {
    const [row] = await query('select * from processing_history where upload_id = $1', [uploadId])
    expect(row).toMatchObject({
      user_id: person.userId,
      original_filename: '照片.jpg',
      ai_service: 'scripted',
      process_type: 'denoise',
      scale: 2,
      status: 'completed',
      credits_consumed: 2,
      error_message: null,
    })
    expect(row!.completed_at).toBeInstanceOf(Date)
    for (const column of ['original_oss_url', 'result_oss_url', 'thumbnail_result_url'])
      expect(row![column]).toBeTruthy()
    expect(row!.processing_time_seconds).toBeGreaterThanOrEqual(0)
  })
})

describe('the answers', () => {
  it('[DATA-ACC-01] [CALL-ACC-09] the session tells who the user is', async () => {
    const user = await sessionUser()
    expect(user).toEqual({
      id: person.userId,
      email: 'data@example.com',
      email_confirmed_at: null,
      phone: null,
      user_metadata: { full_name: 'x' },
      app_metadata: { provider: 'email' },
    })
    await query(`update auth_users set name = '小明', image = '/avatars/a.png', email_verified = true where id = $1`, [
      person.userId,
    ])
    await query(`update user_profiles set phone = '13800000000', phone_verified = true where id = $1`, [person.userId])
    expect(await sessionUser()).toMatchObject({
      email_confirmed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      phone: '13800000000',
      user_metadata: { full_name: '小明', avatar_url: '/avatars/a.png' },
    })
  })

  it('[DATA-ACC-19] the statistics have exactly the documented figures', async () => {
    expect(await person.api.history.stats()).toEqual({
      totalUploads: 1,
      totalProcessing: 1,
      completedProcessing: 1,
      totalStorageUsed: expect.any(Number),
      totalCreditsUsed: 2,
      monthlyUploads: 1,
      monthlyProcessing: 1,
    })
  })
})
