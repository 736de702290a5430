// The documented processing calls over HTTP: bodies, answers, and that they lead into the same guarded, charged job.
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { removeExpiredFilesOf } from '../retention/retention.job.ts'
import { createTestUser, eventually, openTestService, readMoney, type TestService } from '../testing/test-service.ts'

let service: TestService
let image: string
beforeAll(async () => {
  service = await openTestService({ engine: createLocalEngine() })
  const picture = sharp(Buffer.from(Uint8Array.from({ length: 64 * 48 * 3 }, (_, n) => (n * 2654435761) >>> 24)), {
    raw: { width: 64, height: 48, channels: 3 },
  })
  image = (await picture.jpeg().toBuffer()).toString('base64')
})
afterAll(() => service.close())
beforeEach(() => service.provider.next({}))

type Answer = Record<string, unknown> & { status?: string }
const call = async (
  userId: string | null,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ http: number; answer: Answer }> => {
  const response = await fetch(`${service.origin}/api/functions/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(userId && { authorization: `Bearer ${userId}` }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { http: response.status, answer: (await response.json()) as Answer }
}
const runsOf = async (userId: string) =>
  service.database.query<{ model_key: string; mode: string; params: object; upload_id: string }>(
    'select model_key, mode, params, upload_id from processing_history where user_id = $1 order by created_at',
    [userId],
  )
const finalStatus = (userId: string, taskId: unknown) =>
  eventually(
    async () => (await call(userId, `topaz-process-async?taskId=${taskId}`)).answer,
    ({ status }) => status !== 'processing',
  )

describe('topaz-process', () => {
  it('[PROC-07] [PROC-08] [PROC-09] [PROC-15] [PROC-16] [PROC-19] [DATA-PROC-24] [DATA-PROC-25] waits and answers where the result lies; the default model is Standard V2', async () => {
    const userId = await createTestUser(service.database)
    const { http, answer } = await call(userId, 'topaz-process', {
      image,
      functionType: 'enhance',
      params: { model: 'CGI', credits: 0, sharpen: 0.3 },
    })
    expect([http, Object.keys(answer).sort()]).toEqual([200, ['resultUrl', 'success']])
    const { pathname, search } = new URL(answer.resultUrl as string)
    const result = await fetch(`${service.origin}${pathname}${search}`)
    expect(result.headers.get('content-type')).toBe('image/png')
    const model_key = 'enhance/standard/standard-v2'
    const upload_id = expect.any(String)
    expect(await runsOf(userId)).toEqual([{ model_key, mode: 'manual', params: { sharpen: 0.3 }, upload_id }])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
    const uploads = await service.database.query('select upload_source, width from user_uploads where user_id = $1', [
      userId,
    ])
    expect(uploads).toEqual([{ upload_source: 'api', width: 64 }])
  })

  it('[PROC-06] [DATA-PROC-25] answers a failed run with its text and without a charge', async () => {
    service.provider.next({ failure: 'request timed out' })
    const userId = await createTestUser(service.database)
    const { answer } = await call(userId, 'topaz-process', { image, functionType: 'denoise', model: 'Strong' })
    expect(answer).toEqual({ success: false, error: '处理超时，请稍后重试' })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it.each([
    [{}, '没有提供图片文件'],
    [{ image: 'AAAA' }, '图片文件过小，可能不是有效图片'],
    [{ image: Buffer.alloc(3000, 'x').toString('base64') }, '不支持的图片格式，请使用JPG或PNG格式'],
  ])('refuses the picture of body %#, and takes nothing', async (body, error) => {
    const userId = await createTestUser(service.database)
    const { http, answer } = await call(userId, 'topaz-process', { functionType: 'enhance', ...body })
    expect(answer).toEqual({ success: false, error })
    expect(http).toBeGreaterThanOrEqual(400)
    expect(await runsOf(userId)).toEqual([])
  })

  it('[PROC-01] [PROC-22] demands a signed-in person, a known model and the right call of the two', async () => {
    const userId = await createTestUser(service.database)
    expect(await call(null, 'topaz-process', { image, functionType: 'enhance' })).toEqual({
      http: 401,
      answer: { success: false, error: '请先登录以使用AI功能' },
    })
    const unknown = await call(userId, 'topaz-process', { image, functionType: 'enhance', model: 'Nothing V9' })
    expect(unknown.answer.error).toBe('没有找到这个工具，请返回工具列表重新选择')
    for (const [path, functionTypes] of Object.entries({
      'topaz-process': ['restore', 'restore-generative', 'enhance-generative', 'sharpen-generative'],
      'topaz-process-async': ['enhance', 'denoise', 'lighting', 'sharpen'],
    }))
      for (const functionType of functionTypes) {
        const { answer } = await call(userId, path, { image, functionType })
        expect([functionType, answer]).toEqual([
          functionType,
          { success: false, error: '提交的内容有误，请刷新页面后重试' },
        ])
      }
    expect(await runsOf(userId)).toEqual([])
  })

  it('[PROC-02] refuses a lack of credits with both numbers and keeps no picture', async () => {
    const userId = await createTestUser(service.database)
    await service.database.query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'adjust', -4, -4, 'x')`,
      [userId],
    )
    const { answer } = await call(userId, 'topaz-process', { image, functionType: 'enhance' })
    expect(answer.error).toBe('积分不足，需要 2 个积分，剩余 1 个')
    expect(await service.database.query('select id from user_uploads where user_id = $1', [userId])).toEqual([])
  })
})

describe('a generic client', () => {
  it('[PROC-14] may call by each of the five function types', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 20 })
    for (const functionType of ['enhance', 'denoise', 'lighting', 'sharpen'])
      expect((await call(userId, 'topaz-process', { image, functionType })).answer.success).toBe(true)
    const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'restore' })
    expect((await finalStatus(userId, answer.taskId)).status).toBe('completed')
    expect((await runsOf(userId)).map((run) => run.model_key.split('/')[0])).toEqual([
      'enhance',
      'denoise',
      'lighting',
      'sharpen',
      'restore',
    ])
  }, 180_000)

  it('[PROC-08] [PROC-17] may name a model, and a region, which changes nothing', async () => {
    const userId = await createTestUser(service.database)
    const body = { image, functionType: 'denoise', model: 'Strong' }
    const { http, answer } = await call(userId, 'topaz-process', body, { 'x-region': 'ap-east-1' })
    expect([http, answer.success]).toEqual([200, true])
    expect(await runsOf(userId)).toMatchObject([{ model_key: 'denoise/strong', mode: 'auto', params: {} }])
  })

  it('[PROC-18] reads by the content type: an answer and a refusal are JSON, a result is an image', async () => {
    const userId = await createTestUser(service.database)
    const typeOf = (response: Response) => response.headers.get('content-type')?.split(';')[0]
    const post = (body: string) =>
      fetch(`${service.origin}/api/functions/topaz-process`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${userId}` },
        body,
      })
    expect(typeOf(await post('{'))).toBe('application/json')
    const answered = await post(JSON.stringify({ image, functionType: 'denoise' }))
    expect(typeOf(answered)).toBe('application/json')
    const { pathname, search } = new URL(((await answered.json()) as { resultUrl: string }).resultUrl)
    expect(typeOf(await fetch(`${service.origin}${pathname}${search}`))).toBe('image/png')
  })

  it('[ASYNC-06] has the limit of the service config: 5 minutes', async () => {
    const userId = await createTestUser(service.database)
    const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'restore' })
    await finalStatus(userId, answer.taskId)
    const [run] = await service.database.query<{ seconds: number }>(
      'select extract(epoch from deadline_at - created_at)::float8 as seconds from processing_history where id = $1',
      [answer.taskId],
    )
    expect(Math.round(run!.seconds)).toBe(300)
  })

  it('[ERR-PROC-17] is told of a completed run that has no result', async () => {
    const userId = await createTestUser(service.database)
    const body = { image, functionType: 'denoise' }
    await call(userId, 'topaz-process', body)
    await service.database.query('update processing_history set result_oss_url = null where user_id = $1', [userId])
    expect((await call(userId, 'topaz-process', body)).answer).toEqual({
      success: false,
      error: '处理失败: 没有得到处理结果',
    })
  })

  it('gets no dead address: a removed run is run anew, a key whose result is gone by age says so', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 4 })
    const body = { image, functionType: 'denoise' }
    const keyed = () => call(userId, 'topaz-process', body, { 'idempotency-key': 'of-last-month' })
    expect((await call(userId, 'topaz-process', body)).answer.success).toBe(true)
    await service.database.query('update processing_history set deleted_at = now() where user_id = $1', [userId])
    expect((await call(userId, 'topaz-process', body)).answer.success).toBe(true)
    expect((await keyed()).answer.success).toBe(true)
    expect(await runsOf(userId)).toHaveLength(3)
    await service.database.query(
      `update processing_history set created_at = created_at - interval '31 days' where user_id = $1`,
      [userId],
    )
    await removeExpiredFilesOf({ ...service, log: pino({ level: 'silent' }) }, userId)
    expect(await keyed()).toEqual({ http: 410, answer: { success: false, error: '文件已过期' } })
    expect(await runsOf(userId)).toHaveLength(3)
  })
})

describe('topaz-process-async', () => {
  it('[PROC-10] [PROC-11] [PROC-12] [ASYNC-02] [DATA-PROC-25] answers a task, then its status and its result in base64', async () => {
    service.provider.next({ durationMs: 4000, fractions: [0.5] })
    const userId = await createTestUser(service.database)
    const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'enhance-generative' })
    expect(Object.keys(answer).sort()).toEqual(['success', 'taskId'])
    const running = await eventually(
      async () => (await call(userId, `topaz-process-async?taskId=${answer.taskId}`)).answer,
      ({ progress }) => Number(progress) > 0,
    )
    expect(running).toEqual({ success: true, status: 'processing', progress: 50 })
    const done = await finalStatus(userId, answer.taskId)
    expect(done).toMatchObject({ success: true, status: 'completed', progress: 100 })
    expect(
      Buffer.from(done.result as string, 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect((await runsOf(userId))[0]!.model_key).toBe('enhance/generative/recovery-v2')
    expect(await readMoney(service.database, userId)).toEqual({ balance: 0, ledger: 0 })
  })

  it('[ASYNC-02] treats restore and restore-generative alike: 3 credits (C-44)', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    for (const functionType of ['restore', 'restore-generative']) {
      const { answer } = await call(userId, 'topaz-process-async', { image, functionType })
      expect((await finalStatus(userId, answer.taskId)).status).toBe('completed')
    }
    expect((await runsOf(userId)).map((run) => run.model_key)).toEqual(['restore/dust-scratch', 'restore/dust-scratch'])
    expect(await readMoney(service.database, userId)).toEqual({ balance: 4, ledger: 4 })
  })

  it('[ASYNC-03] answers failed with the text', async () => {
    service.provider.next({ failure: 'quota exceeded' })
    const userId = await createTestUser(service.database)
    const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'sharpen-generative' })
    const failed = await finalStatus(userId, answer.taskId)
    expect(failed).toMatchObject({ success: true, status: 'failed', error: 'AI 服务用量已满，请稍后重试' })
  })

  it("tells nothing of another user's task or of a guessed one", async () => {
    const userId = await createTestUser(service.database)
    const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'restore' })
    const stranger = await createTestUser(service.database)
    for (const taskId of [answer.taskId, crypto.randomUUID(), "'; drop table x", '']) {
      expect(await call(stranger, `topaz-process-async?taskId=${encodeURIComponent(String(taskId))}`)).toEqual({
        http: 404,
        answer: { success: false, error: '没有找到这次处理，可能已被删除' },
      })
    }
    await finalStatus(userId, answer.taskId)
  })
})

describe('a repeated call', () => {
  it('[HTTP-07] with the same content is one job and one charge, also three at once', async () => {
    const userId = await createTestUser(service.database)
    const body = { image, functionType: 'restore' }
    const answers = await Promise.all([1, 2, 3].map(() => call(userId, 'topaz-process-async', body)))
    expect(new Set(answers.map(({ answer }) => answer.taskId)).size).toBe(1)
    await finalStatus(userId, answers[0]!.answer.taskId)
    const later = await call(userId, 'topaz-process-async', body)
    expect(later.answer.taskId).toBe(answers[0]!.answer.taskId)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 2, ledger: 2 })
    const uploads = await service.database.query('select id from user_uploads where user_id = $1', [userId])
    expect(uploads).toHaveLength(1)
  })

  it('after a failure, or long after its end, is a new run', async () => {
    service.provider.next({ failure: 'broken' }, {})
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    const body = { image, functionType: 'restore' }
    const first = (await call(userId, 'topaz-process-async', body)).answer.taskId
    expect((await finalStatus(userId, first)).status).toBe('failed')
    const second = (await call(userId, 'topaz-process-async', body)).answer.taskId
    expect(second).not.toBe(first)
    await finalStatus(userId, second)
    await service.database.query(
      `update processing_history set completed_at = now() - interval '11 minutes' where id = $1`,
      [second],
    )
    const third = (await call(userId, 'topaz-process-async', body)).answer.taskId
    expect(third).not.toBe(second)
    await finalStatus(userId, third)
  })

  it('is told apart by the caller’s own key', async () => {
    const userId = await createTestUser(service.database, { extraCredits: 5 })
    const body = { image, functionType: 'restore' }
    const taskOf = async (key: string) =>
      (await call(userId, 'topaz-process-async', body, { 'idempotency-key': key })).answer.taskId
    const [one, two, again] = [await taskOf('a'), await taskOf('b'), await taskOf('a')]
    expect(two).not.toBe(one)
    expect(again).toBe(one)
    await finalStatus(userId, one)
    await finalStatus(userId, two)
  })
})
