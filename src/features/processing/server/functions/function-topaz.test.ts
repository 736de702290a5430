// The documented calls with the Topaz provider behind them (document 2 §7, §8): the same bodies, answers and texts as with our own engine.
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TopazEmulator } from '#emulators/topaz/emulator.ts'
import type { Fault, ScriptStep } from '#emulators/topaz/fault-script.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { createProviders } from '../provider/providers.ts'
import {
  KEY,
  openQuickEmulator,
  QUICK_TIMING,
  quickOptions,
  VENDOR_CREDITS,
} from '../provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '../provider/topaz/topaz-provider.ts'
import { createTestUser, eventually, openTestService, readMoney, type TestService } from '../testing/test-service.ts'

let emulator: TopazEmulator
let service: TestService
let image: string
beforeAll(async () => {
  emulator = await openQuickEmulator()
  service = await openTestService({
    engine: createLocalEngine(),
    providers: (database) =>
      createProviders({
        byDefault: createTopazProvider({
          ...quickOptions(emulator),
          log: pino({ level: 'silent' }),
          database,
          recheckSeconds: 0,
          timing: { ...QUICK_TIMING, unlistedMs: 100 },
        }),
      }),
  })
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#8090a0' } })
  image = (
    await picture
      .withExif({ IFD0: { Artist: 'x'.repeat(2000) } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
})
afterAll(async () => {
  await service.close()
  await emulator.close()
})
beforeEach(async () => {
  emulator.script.clear()
  emulator.vendor.account.setKey(KEY, 'good')
  await service.database.query('update provider_gates set closed_for = null, closings = 0')
})

const submitWith = (fault: Fault): ScriptStep => ({ method: 'POST', path: '/async', fault })
const askedAt = (path: string): ScriptStep => ({ method: 'GET', path, times: 1e6, fault: { status: 404 } })
async function person(agrees = true): Promise<string> {
  const userId = await createTestUser(service.database)
  const { consent } = service.clientOf(userId).processing
  if (agrees) await consent.give((await consent.read()).recipient!)
  return userId
}
async function call(userId: string | null, path: string, body?: unknown) {
  const answer = await fetch(`${service.origin}/api/functions/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(userId && { authorization: `Bearer ${userId}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { http: answer.status, answer: (await answer.json()) as Record<string, unknown> }
}
const money = (userId: string) => readMoney(service.database, userId)
const taken = () => VENDOR_CREDITS - emulator.vendor.account.balance(KEY).total_credits

describe('topaz-process', () => {
  it('[PROC-09] [DATA-PROC-25] waits for the vendor and answers where the picture lies', async () => {
    const userId = await person()
    const before = taken()
    const { http, answer } = await call(userId, 'topaz-process', { image, functionType: 'denoise' })
    expect([http, Object.keys(answer).sort()]).toEqual([200, ['resultUrl', 'success']])
    const { pathname, search } = new URL(String(answer.resultUrl))
    const result = await fetch(`${service.origin}${pathname}${search}`)
    expect(await sharp(Buffer.from(await result.arrayBuffer())).metadata()).toMatchObject({ width: 64, height: 48 })
    expect([await money(userId), taken() - before]).toEqual([{ balance: 3, ledger: 3 }, 1])
  })

  it.each([
    [{ status: 415 }, '不支持的图片格式，请使用JPG或PNG格式'],
    [{ status: 413 }, '图片文件过大或过小，请选择合适大小的图片'],
    [{ status: 401 }, '服务密钥配置有误，暂时无法处理，请联系管理员'],
    [{ status: 402 }, 'AI 服务用量已满，请稍后重试'],
    [{ job: { failsAt: 20 } }, '处理失败: 服务没有完成这张图片'],
  ])('[DATA-PROC-25] a run that the vendor refuses or fails: %j says %s and costs nothing', async (fault, error) => {
    emulator.script.add({ method: 'POST', path: '/async', fault })
    const userId = await person()
    const before = taken()
    expect((await call(userId, 'topaz-process', { image, functionType: 'denoise' })).answer).toEqual({
      success: false,
      error,
    })
    expect([await money(userId), taken() - before]).toEqual([{ balance: 5, ledger: 5 }, 0])
  })

  it('a refused account, a missing consent, maintenance and a bad token answer the documented body before anything is sent', async () => {
    const userId = await person()
    const sent = () => emulator.vendor.jobs.list().length
    const before = sent()
    const body = { image, functionType: 'denoise' }
    await service.database.query(`update provider_gates set closed_for = 'provider-quota'`)
    expect(await call(userId, 'topaz-process', body)).toEqual({
      http: 503,
      answer: { success: false, error: 'AI 服务用量已满，请稍后重试' },
    })
    await service.database.query('update provider_gates set closed_for = null, closings = 0')
    const { http, answer } = await call(await person(false), 'topaz-process', body)
    expect([http, answer]).toEqual([403, { success: false, error: expect.stringContaining('Topaz Labs（美国）') }])
    const { value } = service.systemSettings
    service.systemSettings.value = { ...value, maintenanceMode: true }
    expect((await call(userId, 'topaz-process', body)).answer).toEqual({
      success: false,
      error: '系统维护中，请稍后再来',
    })
    service.systemSettings.value = value
    expect((await call(null, 'topaz-process-async', body)).answer).toEqual({
      success: false,
      error: '请先登录以使用AI功能',
    })
    expect([sent(), await money(userId)]).toEqual([before, { balance: 5, ledger: 5 }])
  })

  it.each([
    ['a function that does not exist', 'topaz-nothing', {}, 404, '内容不存在或已删除，请返回上一页'],
    [
      'a function type that does not exist',
      'topaz-process',
      { functionType: 'levitate' },
      400,
      '没有找到这个工具，请返回工具列表重新选择',
    ],
    [
      'a model of another function',
      'topaz-process',
      { functionType: 'denoise', model: 'Redefine' },
      400,
      '没有找到这个工具，请返回工具列表重新选择',
    ],
    [
      'the call for waiting where a task is meant',
      'topaz-process',
      { functionType: 'restore' },
      400,
      '提交的内容有误，请刷新页面后重试',
    ],
    ['a picture that is none', 'topaz-process', { image: 'AAAA' }, 400, '图片文件过小，可能不是有效图片'],
  ])(
    '[DATA-PROC-25] %s: the documented body, nothing sent and nothing charged',
    async (_what, path, change, http, error) => {
      const userId = await person()
      const before = emulator.requests.length
      const asked = await call(userId, path, { image, functionType: 'denoise', ...change })
      expect(asked).toEqual({ http, answer: { success: false, error } })
      expect([emulator.requests.length, await money(userId)]).toEqual([before, { balance: 5, ledger: 5 }])
    },
  )

  it.each<[string, string, ScriptStep, string]>([
    ['[ERR-PROC-15]', 'a task that the vendor does not take', submitWith({ status: 404 }), '未能开始处理'],
    ['[ERR-PROC-14]', 'a task that fails there', submitWith({ job: { failsAt: 30 } }), '服务没有完成这张图片'],
    ['[ERR-PROC-18]', 'a task that it knows no more', askedAt('/status/'), '无法查询处理进度'],
    ['[ERR-PROC-16]', 'a result that it does not hand out', askedAt('/download/'), '结果下载失败'],
    [
      '[ERR-PROC-19]',
      'a picture of another size than was asked for',
      submitWith({ job: { wrongSize: { width: 65, height: 48 } } }),
      '没有得到处理结果',
    ],
  ])('%s %s: said so, free of charge', async (_row, _what, step, text) => {
    emulator.script.add(step)
    const userId = await person()
    const { answer } = await call(userId, 'topaz-process', { image, functionType: 'denoise' })
    expect(answer).toEqual({ success: false, error: `处理失败: ${text}` })
    expect(await money(userId)).toEqual({ balance: 5, ledger: 5 })
  })
})

it('[ASYNC-03] [ASYNC-06] [ERR-PROC-20] a task that never ends has five minutes, then says so and costs nothing; the vendor is asked to stop', async () => {
  emulator.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e7 } } })
  const userId = await person()
  const before = taken()
  const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'restore' })
  const status = async () => (await call(userId, `topaz-process-async?taskId=${answer.taskId}`)).answer
  const [run] = await service.database.query<{ seconds: number }>(
    'select extract(epoch from deadline_at - created_at)::float8 as seconds from processing_history where id = $1',
    [answer.taskId],
  )
  expect(Math.round(run!.seconds)).toBe(300)
  await eventually(
    async () => emulator.vendor.jobs.list()[0],
    (task) => task?.filename.includes(String(answer.taskId)) ?? false,
  )
  expect(await status()).toEqual({ success: true, status: 'processing', progress: expect.any(Number) })
  await service.database.query(
    `update processing_history set deadline_at = now() - interval '1 minute' where id = $1`,
    [answer.taskId],
  )
  await service.processing.recover()
  expect(await status()).toMatchObject({ success: true, status: 'failed', error: '处理超时，请稍后重试' })
  expect(await money(userId)).toEqual({ balance: 5, ledger: 5 })
  await eventually(
    async () => emulator.vendor.jobs.list()[0]!.end?.status,
    (end) => end === 'Cancelled',
  )
  expect(taken()).toBe(before)
})

it('[PROC-10] topaz-process-async takes the named model and its parameters', async () => {
  const userId = await person()
  const asked = { image, functionType: 'enhance-generative', model: 'Redefine', params: { creativity: 5 } }
  const { answer } = await call(userId, 'topaz-process-async', asked)
  const [task] = await eventually(
    async () => emulator.vendor.jobs.list(),
    ([newest]) => newest?.filename.includes(String(answer.taskId)) ?? false,
  )
  expect(task).toMatchObject({ model: 'Redefine', settings: { creativity: '5' } })
})

it('topaz-process-async answers a task that is asked for until the picture stands in the answer', async () => {
  const userId = await person()
  const { answer } = await call(userId, 'topaz-process-async', { image, functionType: 'restore' })
  expect(answer).toEqual({ success: true, taskId: expect.any(String) })
  const end = await eventually(
    async () => (await call(userId, `topaz-process-async?taskId=${answer.taskId}`)).answer,
    ({ status }) => status !== 'processing',
  )
  expect(end).toMatchObject({ success: true, status: 'completed', progress: 100 })
  const result = Buffer.from(String(end.result).replace(/^data:[^,]*,/, ''), 'base64')
  expect(await sharp(result).metadata()).toMatchObject({ format: 'png', width: 64, height: 48 })
  expect(await money(userId)).toEqual({ balance: 2, ledger: 2 })
})
