// What the operator reads after `npm run doctor`: each part is really tried, and what is wrong is named with what to do, in both languages.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAliyunSms } from '#emulators/sms/aliyun.ts'
import { openTopazEmulator } from '#emulators/topaz/emulator.ts'
import { openWechat } from '#emulators/wechat/emulator.ts'
import { BackupError } from '../../backup/backup-parts.ts'
import { checkTools } from '../../doctor/check-backups.ts'
import { examine, findingsText } from '../../doctor/examine.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-doctor-test-'))
const env = { NODE_ENV: 'test', HOST: '127.0.0.1', DATA_DIR: folder, PUBLIC_ORIGIN: 'http://photos.example.com' }
let stranger: Server
let service: Service
beforeAll(async () => {
  service = await startOn(await openTestFoundation())
  stranger = createServer((_, answer) => answer.writeHead(404).end('not ours'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await service.stop()
  stranger.close()
  rmSync(folder, { recursive: true })
})

const verdicts = async (more: Record<string, string>) => {
  const findings = await examine({ ...env, ...more }, [])
  return { text: findingsText(findings), of: Object.fromEntries(findings.map(({ part, verdict }) => [part, verdict])) }
}

it('finds a machine that is well, and the service that runs on it', async () => {
  const { port } = service
  const database: Record<string, string> = process.env.TEST_DATABASE_URL
    ? { DATABASE_URL: process.env.TEST_DATABASE_URL }
    : {}
  const { of, text } = await verdicts({ PORT: String(port), ...database })
  expect(of).toMatchObject({
    settings: 'well',
    port: 'well',
    database: 'well',
    backup: 'well',
    pictures: 'well',
    emails: 'off',
  })
  expect(text).toContain(`the service runs on ${port} and is ready`)
  expect(text).toMatch(/0 problems, \d warnings\. 0 个问题/)
})

it('names what is wrong and what to do, without a word of a password', async () => {
  const { port } = stranger.address() as AddressInfo
  const { of, text } = await verdicts({
    PORT: String(port),
    PUBLIC_ORIGIN: 'https://photos.example.com',
    DATABASE_URL: 'postgres://user:hidden-1@127.0.0.1:1/x',
    SMTP_URL: 'smtp://user:hidden-2@127.0.0.1:1',
    SMS_GATEWAY_URL: 'http://127.0.0.1:1/send',
    SMS_GATEWAY_KEY: 'key',
    SMS_GATEWAY_SECRET: 'hidden-3',
    SMS_TEMPLATE: 'code',
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'hidden-4',
    GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${port}/none`,
  })
  const wrong = ['port', 'database', 'backup', 'emails', 'sms', 'sign-in']
  expect(Object.entries(of).flatMap(([part, verdict]) => (verdict === 'problem' ? [part] : []))).toEqual(wrong)
  expect(of.name).toBe('warning')
  for (const words of [
    'is taken by something else',
    '端口被其他程序占用',
    'ECONNREFUSED',
    '请检查 SMTP_URL',
    'TRUSTED_PROXIES',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('hidden')
})

it('asks WeChat whether it knows the applications, and names the one that it does not', async () => {
  const wechat = await openWechat({ domain: 'localhost:3000' })
  const known = await verdicts({ PORT: String(service.port), ...wechat.settings })
  expect(known.of['sign-in']).toBe('well')
  expect(known.text).toContain('WeChat by code, inside WeChat')
  const wrong = await verdicts({ PORT: String(service.port), ...wechat.settings, WECHAT_OFFICIAL_SECRET: 'hidden-5' })
  await wechat.close()
  expect(wrong.of['sign-in']).toBe('problem')
  expect(wrong.text).toContain(`WeChat answers 40125 for ${wechat.settings.WECHAT_OFFICIAL_APP_ID}`)
  expect(wrong.text).not.toContain('hidden')
})

it('reaches the vendor of the SMS without sending one, and tells a clock that would make it refuse every code', async () => {
  const vendor = await openAliyunSms()
  const { text, of } = await verdicts({ PORT: String(service.port), ...vendor.settings })
  expect(of.sms).toBe('well')
  expect(text).toContain('sign name 焕影测试; nothing was sent')
  vendor.clock.advance(600)
  const late = await verdicts({ PORT: String(service.port), ...vendor.settings })
  expect(late.of.sms).toBe('warning')
  expect(late.text).toMatch(/is (599|600) s from ours.*请校准本机时间/s)
  expect(vendor.delivered).toEqual([])
  for (const shown of [text, late.text]) expect(shown).not.toContain(vendor.keySecret)
  await vendor.close()
})

it('says which setting cannot be used', async () => {
  const { text } = await verdicts({ S3_BUCKET: 'pictures' })
  expect(text).toMatch(/✗ settings.*S3_SECRET_ACCESS_KEY/)
  // Once in each language.
  expect(text.match(/\.env\.example/g)).toHaveLength(2)
})

it('tells who computes which model, and asks the vendor for the balance alone', async () => {
  const keys = { 'hidden-good': 'good', 'hidden-old': 'revoked', 'hidden-empty': 'empty' } as const
  const emulator = await openTopazEmulator({ keys, credits: 42 })
  const routes = 'lighting=local,enhance/standard-v2=topaz'
  const account = { TOPAZ_BASE_URL: emulator.imageBase, TOPAZ_ACCOUNT_URL: emulator.accountBase }
  const asked = (key: string, more: Record<string, string> = {}) =>
    verdicts({ PROVIDER: 'topaz', PROVIDER_ROUTES: routes, ...account, TOPAZ_API_KEY: key, ...more })
  const good = await asked('hidden-good')
  expect(good.of.provider).toBe('well')
  expect(good.text).toContain('topaz computes; local for lighting/adjust, lighting/white-balance')
  expect(good.text).toContain('knows the key, 42 credits left')
  const old = await asked('hidden-old')
  expect(old.of.provider).toBe('problem')
  expect(old.text).toMatch(/refuses the key \(401\).*请检查 TOPAZ_API_KEY/s)
  const empty = await asked('hidden-empty')
  expect(empty.of.provider).toBe('warning')
  expect(empty.text).toMatch(/has no credits left.*请充值/s)
  const away = await asked('hidden-good', { TOPAZ_ACCOUNT_URL: 'http://127.0.0.1:1' })
  expect(away.of.provider).toBe('problem')
  expect(away.text).toMatch(/does not answer.*本机需能访问/s)
  for (const { text } of [good, old, empty, away]) expect(text).not.toContain('hidden')
  expect(new Set(emulator.requests.map(({ path }) => path))).toEqual(new Set(['/account/v1/credits/balance']))
  await emulator.close()

  expect((await verdicts({ PROVIDER_ROUTES: routes })).of.provider).toBe('warning')
  expect((await verdicts({})).text).toContain('local computes\n')
  const wrong = await verdicts({ PROVIDER_ROUTES: 'lightning=local' })
  expect(wrong.of.settings).toBe('problem')
  expect(wrong.text).toContain('“lightning=local” names no family and no model')
})

it('tells whether the port of its own is free, answered by the service, or taken, and a worker that has none', async () => {
  const { port } = stranger.address() as AddressInfo
  const taken = await verdicts({ HEALTH_PORT: String(port) })
  expect(taken.of.health).toBe('problem')
  expect(taken.text).toContain('请更换 HEALTH_PORT')
  expect((await verdicts({ HEALTH_PORT: String(service.port) })).text).toContain(
    `health    the service runs on ${service.port} and is ready`,
  )
  expect((await verdicts({ HEALTH_PORT: '0' })).of.health).toBe('well')
  const worker = await verdicts({ ROLE: 'worker', DATABASE_URL: 'postgres://127.0.0.1:1/x' })
  expect(worker.of.health).toBe('off')
  expect(worker.text).toContain('请设置 HEALTH_PORT')
})

it('makes no bucket for a name that may be a slip', async () => {
  const asked: string[] = []
  const s3 = createServer(({ method = '' }, answer) => {
    asked.push(method)
    answer.setHeader('date', new Date().toUTCString())
    answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
  const { of, text } = await verdicts({
    S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    S3_BUCKET: 'pictuers',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden-6',
  })
  s3.close()
  expect(of.pictures).toBe('warning')
  expect(text).toMatch(/there is no bucket pictuers[\s\S]*请检查 S3_BUCKET 是否写错/)
  expect(asked).not.toContain('PUT')
})

it('compares the clock of the S3 server, whose signatures end after a quarter of an hour', async () => {
  let aheadMs = 0
  const s3 = createServer((_, answer) => {
    answer.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    answer.writeHead(403).end()
  })
  await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
  const account = {
    S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden-6',
  }
  const clock = async (minutes: number) => {
    aheadMs = minutes * 60_000
    const { of, text } = await verdicts(account)
    return `${of.clock}: ${text}`
  }
  expect(await clock(0)).toMatch(/^well/)
  expect(await clock(2)).toMatch(/^warning[\s\S]*is 1\d\d s ahead of ours/)
  expect(await clock(-16)).toMatch(/^problem[\s\S]*is 9[56]\d s behind ours[\s\S]*请用 NTP 校准本机时间/)
  s3.close()
})

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'tells a DATABASE_URL that the service takes and its backups do not',
  async () => {
    const url = new URL(process.env.TEST_DATABASE_URL!)
    url.searchParams.set('uselibpqcompat', 'true')
    const { of, text } = await verdicts({ DATABASE_URL: url.href })
    expect(of).toMatchObject({ database: 'well', backup: 'problem' })
    expect(text).toMatch(/pg_dump failed: .*uselibpqcompat[\s\S]*npm run backup fails.*备份会失败/)
  },
)

it('tells tools that backups of a server need and do not have', async () => {
  const tools = (versions: Record<string, number>) =>
    checkTools(
      async () => 15,
      async (tool) => versions[tool] ?? Promise.reject(new BackupError('not found')),
    )
  expect(await tools({ pg_dump: 17, pg_restore: 15 })).toMatchObject({ verdict: 'well' })
  expect(await tools({})).toMatchObject({ verdict: 'warning', statement: 'pg_dump is not there' })
  expect(await tools({ pg_dump: 15, pg_restore: 14 })).toMatchObject({
    verdict: 'warning',
    statement: 'pg_restore 14 does not read PostgreSQL 15',
    advice: expect.stringContaining('请安装与服务器同版本或更新的'),
  })
})
