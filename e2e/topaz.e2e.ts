// The Topaz provider as a consumer and an operator meet it, on a desk and on a phone, against the emulator of its API: consent, quote, run, its
// failures, a result too large for its price, our own engine in the place of a refused account; the refusal, the balance and the margin in the back office.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { CONSENT_TEXTS } from '#rulebook/runs/provider-consent.ts'
import { openTopazEmulator, type TopazEmulator } from '../emulators/topaz/emulator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, balanceOf, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'
import { chooser, expectFlow, holdPicture, openTool, RUN_TIMEOUT_MS, startButton } from './tool-steps.ts'

const KEY = 'journey-key'
let emulator: TopazEmulator
let stop: () => Promise<void>
let admin: Person
test.beforeAll(async () => {
  emulator = await openTopazEmulator({
    keys: { [KEY]: 'good' },
    credits: 1000,
    pictures: 'resize',
    clockSpeed: 20,
    settings: { isStrict: true },
  })
  stop = leadTo(
    await startServiceWithAdmin({
      PROVIDER: 'topaz',
      PROVIDER_FAILOVER: 'local',
      TOPAZ_API_KEY: KEY,
      TOPAZ_BASE_URL: emulator.imageBase,
      TOPAZ_ACCOUNT_URL: emulator.accountBase,
    }),
  )
  admin = await signIn(ADMIN_EMAIL)
})
test.afterAll(async () => {
  await stop()
  await emulator.close()
})

/** A little more than one credit pays for; plain, so that it is light to send. */
async function large() {
  const buffer = await sharp({ create: { width: 6000, height: 4100, channels: 3, background: '#8090a0' } })
    .jpeg()
    .toBuffer()
  return { name: 'large.jpg', mimeType: 'image/jpeg', buffer }
}
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const
const submits = () =>
  emulator.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/async')).length
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('main').getByText(text)).toBeVisible({ timeout: RUN_TIMEOUT_MS })

for (const size of SIZES) {
  test(`[TOOL-17] at ${size.width}: quote, consent, run and failures, each with what it cost`, async ({
    page,
    context,
    provoked,
  }) => {
    provoked.patterns.push(/status of (400|403|409|503)/)
    await page.setViewportSize(size)
    const person = await register()
    await person.enter(context)
    await openTool(page, 'enhance/standard/standard-v2')
    await holdPicture(page, await picture({ width: 300, height: 200 }))
    await said(page, /^结果 1200 × 800 像素 · 2 积分 · 预计 \d+ 秒$/)
    await startButton(page).click()
    await page.getByRole('dialog').getByRole('button', { name: CONSENT_TEXTS.agreeAndStart }).click()
    await Promise.all([expectFlow(page, 'result'), said(page, 'Topaz AI图像处理成功')])
    await expectAccessible(page, 'result')
    expect(await balanceOf(person)).toBe(3)

    emulator.script.add({ method: 'POST', path: '/async', fault: { job: { failsAt: 30 } } })
    await startButton(page).click()
    await said(page, /处理失败/)
    expect(await balanceOf(person)).toBe(3)
    emulator.script.add({ method: 'POST', path: '/async', fault: { status: 415 } })
    await startButton(page).click()
    await said(page, '不支持的图片格式，请使用JPG或PNG格式')
    expect(await balanceOf(person)).toBe(3)

    // A picture whose result the price does not cover: told before the press, and refused without a request to the vendor.
    const sent = submits()
    await chooser(page).setInputFiles(await large())
    await said(page, /超出这项处理的上限 2400 万像素/)
    await startButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: '2400 万像素' })).toBeVisible()
    expect([submits(), await balanceOf(person)]).toEqual([sent, 3])
  })

  test(`at ${size.width}: a refused account is seen by its operator; people are offered our own engine for half the price`, async ({
    page,
    context,
    visit,
    provoked,
  }) => {
    provoked.patterns.push(/status of (403|409|503)/)
    const office = await visit(admin)
    for (const each of [page, office]) await each.setViewportSize(size)
    const person = await register()
    await person.enter(context)
    await person.api.processing.consent.give((await person.api.processing.consent.read()).recipient!)
    await openTool(page)
    await holdPicture(page)
    emulator.vendor.account.setKey(KEY, 'revoked')
    await startButton(page).click()
    await said(page, 'API密钥配置错误，请联系管理员')
    expect(await balanceOf(person)).toBe(5)

    await office.goto('/admin')
    const alerts = office.getByRole('main').getByRole('region', { name: '系统提醒', exact: true })
    await expect(alerts.getByText('AI 服务不可用')).toBeVisible()
    await expect(alerts.getByText('API密钥配置错误')).toBeVisible()

    await startButton(page).click()
    await said(page, /Topaz Labs 暂时无法使用。可改由本站引擎处理.*本次只需 1 个积分/)
    await expect(startButton(page)).toContainText('1 积分')
    await startButton(page).click()
    await Promise.all([expectFlow(page, 'result'), said(page, /^图像处理成功/)])
    expect(await balanceOf(person)).toBe(4)

    emulator.vendor.account.setKey(KEY, 'good')
    await office.goto('/admin/credit-pool')
    const pool = office.getByRole('main').getByRole('region', { name: '积分池状态', exact: true })
    await expect(pool.getByText(/（另有 0 预留给进行中的任务）/)).toBeVisible()
    await expect(pool.getByText('尚未对账，每天凌晨自动进行')).toBeVisible()
    await expect(
      pool.getByText(/\d+ 次：服务商 \d+ 积分，约 \$[\d.]+；用户消耗 \d+ 积分，至少值 \$[\d.]+/),
    ).toBeVisible()
    await expectAccessible(office, 'credit pool')
    // Within a minute the account is asked again and the gate opens.
    await expect(async () => {
      await office.goto('/admin')
      await expect(alerts.getByText('AI 服务不可用')).toHaveCount(0, { timeout: 2000 })
    }).toPass({ timeout: RUN_TIMEOUT_MS })
  })
}
