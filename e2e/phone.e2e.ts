// The phone against a service with an SMS gateway that checks signatures, and without one (document 1 §2, §4, §8; P-06, P-07, U-01).
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type FakeGateway, startFakeGateway } from '../src/platform/server/sms/testing/fake-gateway.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { origin, PASSWORD, type Person, register } from './person.ts'

declare global {
  interface Window {
    mostSecondsLeft?: number
  }
}

const freshPhone = (): string => `138${String(randomInt(1e8)).padStart(8, '0')}`
const shown = (phone: string): string => `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`
const sectionOf = (page: Page) => page.getByRole('region', { name: '手机号绑定' })
const codeField = (page: Page) => page.getByLabel('验证码', { exact: true })
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000')

test.describe('with an SMS account', () => {
  // The first looks at five states in three widths: measured 70 s at a load of 20 on two cores.
  test.describe.configure({ timeout: 240_000 })
  let gateway: FakeGateway
  let stopService: () => Promise<void>
  test.beforeAll(async () => {
    gateway = await startFakeGateway()
    stopService = await startOwnService({
      SMS_GATEWAY_URL: gateway.url,
      SMS_GATEWAY_KEY: gateway.key,
      SMS_GATEWAY_SECRET: gateway.secret,
      SMS_TEMPLATE: gateway.template,
    })
  })
  test.afterAll(async () => {
    await stopService()
    await gateway.close()
  })
  test.beforeEach(({ provoked }) => {
    gateway.behaviour = 'accept'
    provoked.patterns.push(/status of (400|404|409|503).*(rpc\/account\/phone|sign-in\/phone-number)/)
  })

  async function askBindCode(page: Page, phone: string): Promise<void> {
    const section = sectionOf(page)
    await section.getByRole('textbox', { name: '手机号' }).fill(phone)
    await section.getByLabel('当前密码', { exact: true }).fill(PASSWORD)
    await section.getByRole('button', { name: '获取验证码' }).click()
  }
  async function bind(page: Page, person: Person, phone: string): Promise<void> {
    await person.enter(page.context())
    await page.goto('/profile/info')
    await askBindCode(page, phone)
    await codeField(page).fill(await codeOf(phone))
    await expect(page.getByText('手机号绑定成功')).toBeVisible()
  }
  async function codeOf(phone: string, sent = 1): Promise<string> {
    const count = () => gateway.messages.filter(({ to }) => to.endsWith(phone)).length
    await expect.poll(count).toBeGreaterThanOrEqual(sent)
    return gateway.lastCode(phone)
  }

  test('[PROFILE-11] [UDROP-16] [VERIF-13] [VERIF-14] [CALL-ACC-23] by keyboard alone: number, code, success; then in with a code, to where one wanted to go', async ({
    page,
    visit,
  }) => {
    const person = await register()
    await person.enter(page.context())
    const phone = freshPhone()
    const documented: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/send-sms')) documented.push(request.url())
    })
    await page.goto('/profile/info')
    const section = sectionOf(page)
    await section.getByRole('textbox', { name: '手机号' }).focus()
    await page.keyboard.type(phone)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await expectAccessible(page, 'phone, input')
    await page.keyboard.press('Enter')
    await expect(codeField(page)).toBeFocused()
    await expect(section.getByRole('button', { name: /秒后可重新发送/ })).toBeDisabled()
    await expectAccessible(page, 'phone, verify')
    const code = await codeOf(phone)
    await page.keyboard.type(wrongOf(code))
    await expect(section.getByText('验证码无效或已过期')).toBeVisible()
    await codeField(page).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(code)
    await expect(section.getByText('手机号绑定成功')).toBeVisible()
    await expectAccessible(page, 'phone, success')
    await section.getByRole('button', { name: '完成' }).press('Enter')
    await expect(section.getByText(shown(phone))).toBeVisible()
    await expectAccessible(page, 'phone, bound')
    await page.getByRole('button', { name: /用户菜单/ }).press('Enter')
    await expect(page.getByRole('banner').locator('[class*="contact"]')).toHaveText(new RegExp(`${phone}$`))
    expect(documented).toEqual([])

    const visitor = await visit()
    await visitor.goto('/auth/login?redirect=/profile/history')
    await visitor.getByText('验证码登录').click()
    await visitor.getByRole('textbox', { name: '手机号' }).focus()
    await visitor.keyboard.type(phone)
    await visitor.keyboard.press('Enter')
    await expect(codeField(visitor)).toBeFocused()
    await expectAccessible(visitor, 'login by code')
    await visitor.keyboard.type(await codeOf(phone, 2))
    await expect(visitor).toHaveURL(`${origin()}/profile/history`)
  })

  test('on a phone: a number of another account is refused, a gateway in trouble is said, unbinding works (360 px)', async ({
    visit,
  }) => {
    const phone = freshPhone()
    const owner = await visit()
    await owner.setViewportSize({ width: 360, height: 740 })
    await bind(owner, await register(), phone)

    const page = await visit()
    await page.setViewportSize({ width: 360, height: 740 })
    await (await register()).enter(page.context())
    await page.goto('/profile/info')
    gateway.behaviour = 'refuse'
    await askBindCode(page, freshPhone())
    await expect(page.getByText('短信发送失败，请稍后重试')).toBeVisible()
    gateway.behaviour = 'accept'
    await askBindCode(page, phone)
    await expect(codeField(page)).toBeVisible()
    await codeField(page).fill(await codeOf(phone, 2))
    await expect(sectionOf(page).getByText('该手机号已被其他账户绑定')).toBeVisible()

    await sectionOf(owner).getByRole('button', { name: '完成' }).click()
    await sectionOf(owner).getByRole('button', { name: '解绑' }).click()
    const dialog = owner.getByRole('dialog', { name: '解绑手机号？' })
    await dialog.getByLabel('当前密码', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: '确认解绑' }).click()
    await expect(sectionOf(owner).getByRole('textbox', { name: '手机号' })).toBeVisible()
    expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  test('[VERIF-12] a number without an account learns so only with its code, and another code may be asked for after 60 s (360 px)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const phone = freshPhone()
    await page.clock.install()
    await page.addInitScript(() => {
      const look = () => {
        const left = /(\d+) 秒后可重新发送/.exec(document.body?.innerText ?? '')
        if (left) window.mostSecondsLeft = Math.max(window.mostSecondsLeft ?? 0, Number(left[1]))
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.goto('/auth/login')
    await page.getByText('验证码登录').click()
    await page.getByRole('textbox', { name: '手机号' }).fill(phone)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(codeField(page)).toBeVisible()
    const again = page.getByRole('button', { name: /重新发送/ })
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000)
    const left = Number(/\d+/.exec((await again.textContent())!)![0])
    await page.clock.runFor((left - 1) * 1000)
    await expect(again).toBeDisabled()
    await page.clock.runFor(1250)
    await expect(again).toBeEnabled()
    expect(await page.evaluate(() => window.mostSecondsLeft)).toBe(60)
    await page.clock.resume()
    await codeField(page).fill(await codeOf(phone))
    await expect(page.getByText(/该手机号尚未绑定账户/)).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login/)
  })
})

test('[PROFILE-12] [PROFILE-13] without an SMS account the wizard is there, faint and dead, and the login offers no code', async ({
  page,
  visit,
}) => {
  await (await register()).enter(page.context())
  await page.goto('/profile/info')
  const section = sectionOf(page)
  const notice = section.getByText('手机号绑定暂未开放')
  await expect(notice).toBeVisible()
  const wizard = section.getByTestId('disabled-wizard')
  expect(Number(await wizard.evaluate((element) => getComputedStyle(element).opacity))).toBeLessThan(1)
  expect(await notice.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  await expect(wizard.getByRole('textbox', { name: '手机号' })).toBeDisabled()
  await expectAccessible(page, 'phone, disabled')
  const visitor = await visit()
  await visitor.goto('/auth/login')
  await expect(visitor.getByLabel('密码', { exact: true })).toBeVisible()
  await expect(visitor.getByText('验证码登录')).toHaveCount(0)
})
