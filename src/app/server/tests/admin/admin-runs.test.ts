// Runs of everybody over HTTP: found by number and error code, one with its facts, and done once more at no charge (ours).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StartJob } from '#features/processing/contract.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { CONSENT_VERSION } from '#rulebook/runs/provider-consent.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { codeOf } from '../../testing/code-of.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let admin: TestPerson
let person: TestPerson
let people = 0
const origin = () => `http://127.0.0.1:${service.port}`
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
  admin = await signUpAdmin(foundation, origin(), 'operator@runs.example.com')
})
/** With the credits of a sign-up for each test. */
beforeEach(async () => {
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, `person${++people}@runs.example.com`)
})
afterAll(() => service.stop())

const runs = () => admin.api.admin.runs
const balance = async () => (await person.api.account.profile.get()).credits.remaining
const ended = (id: string) =>
  eventually(
    () => person.api.processing.jobs.get({ id }),
    ({ status }) => status === 'completed' || status === 'failed',
  )
const start = async (source?: StartJob['source']) =>
  (
    await person.api.processing.jobs.start(
      startOf(source ?? { uploadId: await createTestUpload(foundation, person.userId) }),
    )
  ).id
async function run(source?: StartJob['source']): Promise<string> {
  const id = await start(source)
  await ended(id)
  return id
}
const again = (id: string) => runs().again({ id, reason: 'x' })
const query = (text: string, ...values: unknown[]) => foundation.database.query(text, values)
/** Its upload's row changes so. */
const changeUploadOf = (id: string, change: string) =>
  query(`update user_uploads set ${change} where id = (select upload_id from processing_history where id = $1)`, id)

describe('a run', () => {
  it('is found by its number and by its error code, and tells what was asked, what came of it and what it cost', async () => {
    const id = await run()
    expect((await runs().list({ search: ` ${id.toUpperCase()} ` })).runs.map((found) => found.id)).toEqual([id])
    const page = await runs().get({ id })
    expect(page).toMatchObject({
      userId: person.userId,
      userName: `person${people}@runs.example.com`,
      status: 'completed',
      creditsConsumed: page.listCredits,
      hasPicture: true,
      againId: null,
      attempts: 1,
      filename: expect.any(String),
    })
    expect(page.entries.map(({ kind }) => kind)).toEqual(['hold', 'capture'])
    expect(page.source).toEqual({ width: expect.any(Number), height: expect.any(Number), bytes: expect.any(Number) })
    // Later runs repeat the last step.
    provider.next({ failure: 'broken' }, {})
    const failed = await run()
    const { errorCode } = await runs().get({ id: failed })
    const found = await runs().list({ search: errorCode!, status: 'failed' })
    expect(found.runs.map((one) => one.id)).toContain(failed)
    expect((await runs().list({ search: errorCode!, status: 'completed' })).total).toBe(0)
    expect(await codeOf(runs().get({ id: crypto.randomUUID() }))).toBe('job-not-found')
  })

  it('is done once more at no charge, once, with a reason in the log; the books agree', async () => {
    const id = await run()
    const before = await balance()
    expect(await codeOf(runs().again({ id, reason: ' ' }))).toBe('edit-reason-missing')
    // Two operators at once.
    const answers = await Promise.allSettled([1, 2].map(() => runs().again({ id, reason: '结果有色块' })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { againId } = await runs().get({ id })
    expect(await ended(againId!)).toMatchObject({ status: 'completed' })
    expect(await balance()).toBe(before)
    const again = await runs().get({ id: againId! })
    expect(again).toMatchObject({ modelKey: (await runs().get({ id })).modelKey, creditsConsumed: 0 })
    expect(again.entries.map(({ amount }) => amount)).toEqual([0, 0])
    const [log] = (await admin.api.admin.logs.list({ action: 'run_again' })).rows
    expect(log).toMatchObject({
      targetUserId: person.userId,
      details: { job_id: id, new_job_id: againId, reason: '结果有色块' },
    })
    expect(await codeOf(runs().again({ id, reason: 'x' }))).toBe('run-again-refused')
    await expectBooksToAgree(foundation.database)
  })

  it.each(['files_removed_at = now()', `status = 'deleted'`])(
    'whose picture is gone (%s) is not done again',
    async (gone) => {
      const id = await run()
      await changeUploadOf(id, gone)
      expect(await codeOf(again(id))).toBe('run-again-refused')
      expect(await runs().get({ id })).toMatchObject({ hasPicture: false })
    },
  )

  it('of a result is done again while that result is there, whatever became of the upload', async () => {
    const first = await run()
    const id = await run({ parentJobId: first })
    await changeUploadOf(id, 'files_removed_at = now()')
    await query('update processing_history set result_width = 300, result_height = 200 where id = $1', first)
    const source = { width: 300, height: 200, bytes: null }
    expect(await runs().get({ id })).toMatchObject({ hasPicture: true, source })
    const { jobId } = await again(id)
    expect(await ended(jobId)).toMatchObject({ status: 'completed', parentId: first })
    for (const gone of ['deleted_at = now()', 'deleted_at = null, files_removed_at = now()']) {
      await query(`update processing_history set ${gone} where id = $1`, first)
      expect(await runs().get({ id: jobId })).toMatchObject({ hasPicture: false })
      expect(await codeOf(again(jobId))).toBe('run-again-refused')
    }
  })

  it('that failed is done again; one that is open, of a model that is gone, or unknown is not', async () => {
    provider.next({ failure: 'broken' }, { hangs: true })
    const failed = await run()
    const open = await start()
    expect(await codeOf(again(open))).toBe('run-again-refused')
    await person.api.processing.jobs.cancel({ id: open })
    provider.next({})
    expect(await ended((await again(failed)).jobId)).toMatchObject({ status: 'completed' })
    await query(`update processing_history set model_key = 'denoise/of-last-year' where id = $1`, open)
    expect(await codeOf(again(open))).toBe('run-again-refused')
    await query(`update processing_history set model_key = 'denoise/normal' where id = $1`, open)
    provider.next({ hangs: true })
    const { jobId } = await again(open)
    expect(await person.api.processing.jobs.get({ id: jobId })).toMatchObject({ creditsHeld: 0, completedAt: null })
    await person.api.processing.jobs.cancel({ id: jobId })
    provider.next({})
    expect(await codeOf(again(crypto.randomUUID()))).toBe('job-not-found')
  })

  it('is not sent abroad for an owner who does not agree to that (any more)', async () => {
    const recipient = { name: 'Topaz Labs', country: '美国', contact: undefined }
    const id = await run()
    Object.assign(provider, { recipient })
    try {
      const sent = provider.requests.length
      const answer = again(id)
      await expect(answer).rejects.toMatchObject({
        code: 'run-again-consent',
        data: { name: 'Topaz Labs', country: '美国' },
      })
      await query(
        `insert into provider_consents (user_id, version, provider_name, provider_country, revoked_at) values ($1, $2, 'Topaz Labs', '美国', now())`,
        person.userId,
        CONSENT_VERSION,
      )
      expect(await codeOf(again(id))).toBe('run-again-consent')
      expect((await runs().get({ id })).againId).toBeNull()
      expect(provider.requests).toHaveLength(sent)
      await query('update provider_consents set revoked_at = null where user_id = $1', person.userId)
      expect(await ended((await again(id)).jobId)).toMatchObject({ status: 'completed' })
      expect(provider.requests).toHaveLength(sent + 1)
    } finally {
      Object.assign(provider, { recipient: undefined })
    }
  })

  it('[C-48] is not done again while the operator has stopped everything, nor while the account is refused', async () => {
    const id = await run()
    const sent = provider.requests.length
    await admin.api.admin.settings.setEmergencyStop({ isOn: true })
    try {
      expect(await codeOf(again(id))).toBe('emergency-stop')
    } finally {
      await admin.api.admin.settings.setEmergencyStop({ isOn: false })
    }
    Object.assign(provider, {
      gate: { isConfigured: true, refusal: async () => 'provider-quota', recheck: async () => {} },
    })
    try {
      expect(await codeOf(again(id))).toBe('provider-quota')
    } finally {
      Object.assign(provider, { gate: undefined })
    }
    expect((await runs().get({ id })).againId).toBeNull()
    expect(provider.requests).toHaveLength(sent)
    expect(await ended((await again(id)).jobId)).toMatchObject({ status: 'completed' })
  })

  it('[C-13] that is done again may take as long as itself', async () => {
    const minutesOf = async (id: string) => {
      const minutes = 'round(extract(epoch from deadline_at - created_at) / 60)::int as minutes'
      return (
        await foundation.database.query<{ minutes: number }>(
          `select ${minutes} from processing_history where id = $1`,
          [id],
        )
      )[0]!.minutes
    }
    const ofPage = await run()
    expect(await minutesOf((await again(ofPage)).jobId)).toBe(10)
    const ofCall = await run()
    await query(`update processing_history set deadline_at = created_at + interval '5 minutes' where id = $1`, ofCall)
    expect(await minutesOf((await again(ofCall)).jobId)).toBe(5)
  })

  it('[U-24] [U-29] that is done again takes none of its owner’s places and nothing of the day', async () => {
    const id = await run()
    await query(`update user_profiles set user_type = 'vip' where id = $1`, person.userId)
    const { listCredits } = await runs().get({ id })
    provider.next({ hangs: true })
    const { jobId } = await again(id)
    // Itself, and three more.
    await admin.api.admin.settings.save({ maxDailyCreditsPerUser: listCredits * 4 })
    try {
      const open = [await start(), await start(), await start()]
      expect(await codeOf(start())).toBe('too-many-jobs')
      for (const one of [...open, jobId]) await person.api.processing.jobs.cancel({ id: one })
      provider.next({})
    } finally {
      await admin.api.admin.settings.save({ maxDailyCreditsPerUser: 1000 })
    }
  })

  it.each([
    ['banned', `update user_profiles set status = 'banned' where id = $1`],
    ['leaving', `update auth_users set deletion_due_at = now() + interval '3 days' where id = $1`],
  ])('of an owner who is %s is not done again', async (_who, change) => {
    const id = await run()
    await query(change, person.userId)
    const sent = provider.requests.length
    expect(await codeOf(again(id))).toBe('run-again-refused')
    expect(provider.requests).toHaveLength(sent)
  })

  it('that failed, cost nothing, is of another user or was given back gives nothing back', async () => {
    const giveBack = (id: string, jobId: string) => codeOf(admin.api.admin.users.giveBack({ id, jobId, reason: 'x' }))
    const paid = await run()
    expect(await giveBack(admin.userId, paid)).toBe('give-back-refused')
    provider.next({ failure: 'broken' }, {})
    expect(await giveBack(person.userId, await run())).toBe('give-back-refused')
    await query(`update user_profiles set user_type = 'vip' where id = $1`, person.userId)
    expect(await giveBack(person.userId, await run())).toBe('give-back-refused')
    expect(await balance()).toBe(3)
    expect(await giveBack(person.userId, paid)).toBe('ok')
    expect(await giveBack(person.userId, paid)).toBe('give-back-refused')
    expect(await balance()).toBe(5)
  })
})
