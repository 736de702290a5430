// Shared results over HTTP: what a guest sees, and that it is over when it is over, for whatever reason.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, openTestService, startInput, type TestService, watchToEnd } from '../testing/test-service.ts'

let service: TestService
let lateByMs = 0
beforeAll(async () => {
  service = await openTestService({ overrides: { clock: { now: () => new Date(Date.now() + lateByMs) } } })
})
afterEach(() => {
  lateByMs = 0
})
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

  it('ends when its owner takes it back, which nobody else can, nor share what is not his', async () => {
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
