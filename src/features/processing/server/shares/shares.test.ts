// Shared results over HTTP: what a guest sees, and that it is over when it is over, for whatever reason.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SHARES_MAX } from '#rulebook/runs/shares.ts'
import { dayOf } from '#rulebook/site/calendar.ts'
import { createTestUser, openTestService, startInput, type TestService, watchToEnd } from '../testing/test-service.ts'

let service: TestService
let lateByMs = 0
beforeAll(async () => {
  service = await openTestService({ overrides: { clock: { now: () => new Date(Date.now() + lateByMs) } } })
})
afterEach(() => {
  lateByMs = 0
  closeForMaintenance(false)
})
const closeForMaintenance = (maintenanceMode: boolean) => {
  service.systemSettings.value = { ...service.systemSettings.value, maintenanceMode }
}
afterAll(() => service.close())

const callsOf = (userId: string) => service.clientOf(userId).processing
async function finishedRun() {
  const userId = await createTestUser(service.database)
  const input = await startInput(service, userId, { modelKey: 'enhance/standard/standard-v2', shownCredits: 2 })
  const job = (await watchToEnd(service, userId, (await callsOf(userId).jobs.start(input)).id)).at(-1)!
  return { userId, jobId: job.id, uploadId: job.uploadId }
}
async function shared(wish: { days?: 7 | 30; allowsDownload?: boolean } = {}) {
  const run = await finishedRun()
  const share = await callsOf(run.userId).shares.create({ jobId: run.jobId, days: 7, allowsDownload: false, ...wish })
  return { ...run, share, address: share.address.replace('http://localhost', service.origin) }
}
/** Made so many days ago. */
async function age(ids: readonly string[], days: number) {
  for (const table of ['processing_history', 'user_uploads'])
    await service.database.query(
      `update ${table} set created_at = created_at - make_interval(days => $2) where id = any($1::uuid[])`,
      [ids, days],
    )
}
const partOf = (address: string, part: string) => address.replace('?k=', `/${part}?k=`)
const statusOf = async (address: string) => (await fetch(address)).status
/** The page says so in Chinese, and its pictures are gone with it. */
async function expectEnded(address: string) {
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([404, 'noindex, nofollow'])
  expect(await answer.text()).toContain('分享已失效')
  for (const part of ['before', 'after', 'card', 'download']) expect(await statusOf(partOf(address, part))).toBe(404)
}

describe('a shared result', () => {
  it('shows a guest before and after, with a card for messengers, to no search engine and no cache', async () => {
    const { address, share } = await shared()
    const answer = await fetch(address)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-")
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(html).toContain(`<meta property="og:image" content="${partOf(share.address, 'card')}">`)
    expect(html).toContain('人工智能生成合成内容')
    expect(html).not.toContain(share.originalFilename)
    for (const part of ['before', 'after', 'card']) {
      const picture = await fetch(partOf(address, part))
      expect([part, picture.status, picture.headers.get('content-type')]).toEqual([
        part,
        200,
        expect.stringMatching(/^image\/(jpeg|png)$/),
      ])
    }
  })

  it('can be saved only where its owner allows it', async () => {
    const seen = await shared()
    expect(await (await fetch(seen.address)).text()).not.toContain('保存图片')
    expect(await statusOf(partOf(seen.address, 'download'))).toBe(404)
    const given = await shared({ allowsDownload: true })
    expect(await (await fetch(given.address)).text()).toContain('保存图片')
    const file = await fetch(partOf(given.address, 'download'))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="processed-\d+\.png"/)
  })

  it('is made as often as the limit says, also by requests of one moment', async () => {
    const { userId, jobId } = await finishedRun()
    const asked = Array.from({ length: SHARES_MAX + 5 }, () =>
      callsOf(userId).shares.create({ jobId, days: 7, allowsDownload: false }),
    )
    const answers = await Promise.allSettled(asked)
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refusals).toEqual(Array(5).fill('share-limit'))
    expect(await callsOf(userId).shares.list()).toHaveLength(SHARES_MAX)
  })

  it('[ADM-SET-09] is closed in maintenance, page and pictures, and is there again afterwards', async () => {
    const { address } = await shared({ allowsDownload: true })
    closeForMaintenance(true)
    const closed = await fetch(address)
    expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '300'])
    expect(await closed.text()).toContain('系统维护中')
    for (const part of ['before', 'after', 'card', 'download']) expect(await statusOf(partOf(address, part))).toBe(503)
    closeForMaintenance(false)
    expect(await statusOf(address)).toBe(200)
  })

  it('opens by its whole address alone', async () => {
    const [one, other] = [await shared(), await shared()]
    const key = new URL(other.address).searchParams.get('k')!
    await expectEnded(one.address.replace(/k=.*/, `k=${key}`))
    await expectEnded(one.address.replace(/k=.*/, 'k='))
    expect(await statusOf(one.address)).toBe(200)
  })

  it('ends with its time', async () => {
    const [week, month] = [await shared({ days: 7 }), await shared({ days: 30 })]
    lateByMs = 7 * 86_400_000 + 60_000
    await expectEnded(week.address)
    expect(await statusOf(month.address)).toBe(200)
    expect(await callsOf(week.userId).shares.list()).toEqual([])
  })

  it('ends when its owner takes it back, which nobody else can, nor share what is not theirs', async () => {
    const { address, share, userId, jobId } = await shared()
    const stranger = callsOf(await createTestUser(service.database))
    await expect(stranger.shares.revoke({ id: share.id })).rejects.toMatchObject({ code: 'not-found' })
    await expect(stranger.shares.create({ jobId, days: 7, allowsDownload: true })).rejects.toMatchObject({
      code: 'job-not-found',
    })
    expect(await stranger.shares.list()).toEqual([])
    expect((await callsOf(userId).shares.list()).map(({ id }) => id)).toEqual([share.id])
    expect(await statusOf(address)).toBe(200)
    await callsOf(userId).shares.revoke({ id: share.id })
    await expectEnded(address)
  })

  it('promises no day on which its pictures are gone, made long after them', async () => {
    const { userId, jobId, uploadId } = await finishedRun()
    await age([jobId, uploadId], 20)
    const share = await callsOf(userId).shares.create({ jobId, days: 30, allowsDownload: false })
    const leftDays = (Date.parse(share.expiresAt) - Date.now()) / 86_400_000
    expect([Math.round(leftDays), leftDays < 10]).toEqual([10, true])
    const address = share.address.replace('http://localhost', service.origin)
    expect(await (await fetch(address)).text()).toContain(`分享有效期至 ${dayOf(Date.parse(share.expiresAt))}`)
    lateByMs = 10 * 86_400_000
    await expectEnded(address)
    expect(await callsOf(userId).shares.list()).toEqual([])
  })

  it('is not made, not listed and not shown once its upload has lasted its days, though the result was made late', async () => {
    const { userId, jobId, uploadId, address } = await shared({ days: 30 })
    const make = () => callsOf(userId).shares.create({ jobId, days: 7, allowsDownload: false })
    await age([jobId], 2)
    await age([uploadId], 31)
    await expect(make()).rejects.toMatchObject({ code: 'result-expired', status: 410 })
    await service.processing.removeExpiredFilesOf(userId)
    await expect(make()).rejects.toMatchObject({ code: 'result-expired', status: 410 })
    expect(await callsOf(userId).shares.list()).toEqual([])
    await expectEnded(address)
  })

  it('of a result of a result lasts as long as these two, whatever became of the upload', async () => {
    const first = await finishedRun()
    const input = await startInput(service, first.userId, { source: { parentJobId: first.jobId } })
    const { id: jobId } = await callsOf(first.userId).jobs.start(input)
    await watchToEnd(service, first.userId, jobId)
    await age([first.uploadId], 31)
    await service.processing.removeExpiredFilesOf(first.userId)
    const share = await callsOf(first.userId).shares.create({ jobId, days: 7, allowsDownload: false })
    const address = share.address.replace('http://localhost', service.origin)
    for (const part of ['before', 'after']) expect([part, await statusOf(partOf(address, part))]).toEqual([part, 200])
    await service.database.query('update processing_history set deleted_at = now() where id = $1', [first.jobId])
    await expectEnded(address)
    expect(await callsOf(first.userId).shares.list()).toEqual([])
    const again = callsOf(first.userId).shares.create({ jobId, days: 7, allowsDownload: false })
    await expect(again).rejects.toMatchObject({ code: 'result-expired' })
  })

  it('[U-14] stays while its account is suspended, which keeps its downloads', async () => {
    const { userId, address } = await shared()
    await service.database.query(`update user_profiles set status = 'suspended' where id = $1`, [userId])
    expect(await statusOf(address)).toBe(200)
  })

  it('ends with its picture, with its account, and while that is banned', async () => {
    const [removed, gone, banned] = [await shared(), await shared(), await shared()]
    await service.processing.removeUploads(removed.userId, [removed.uploadId])
    await expectEnded(removed.address)
    await service.database.query(`update user_profiles set user_type = 'banned' where id = $1`, [banned.userId])
    await expectEnded(banned.address)
    await service.database.query('update auth_users set deletion_due_at = now() where id = $1', [gone.userId])
    await expectEnded(gone.address)
    await service.database.query('delete from auth_users where id = $1', [gone.userId])
    await expectEnded(gone.address)
  })
})
