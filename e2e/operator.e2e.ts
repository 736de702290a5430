// The operator is named in the pages as served, without a script; what is not set is not shown (document 1 §2 "Footer").
import { dayOf, momentText } from '#rulebook/site/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { freshEmail, origin, PASSWORD, register } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

/** Eighteen hours behind the zone of the default. */
const TIME_ZONE = 'Pacific/Honolulu'
const PAGES = ['/', '/ai', '/terms-of-service', '/privacy-policy']

test.describe('configured', () => {
  let stop: () => Promise<void>
  test.beforeAll(async () => {
    stop = await startOwnService({
      OPERATOR_NAME: '某某科技有限公司',
      CONTACT_EMAIL: 'help@example.com',
      ICP_NUMBER: '京ICP备2026000000号-1',
      POLICE_NUMBER: '京公网安备11010802000000号',
      TIME_ZONE,
    })
  })
  test.afterAll(() => stop())

  test('[LAND-32] [LAND-37] name, contact and filing numbers stand in the served pages, and stay when the page has come alive', async ({
    page,
    request,
  }) => {
    for (const address of PAGES) {
      const html = await (await request.get(address)).text()
      for (const fact of ['某某科技有限公司', 'mailto:help@example.com', '京ICP备2026000000号-1', '11010802000000']) {
        expect(html, address).toContain(fact)
      }
    }
    for (const address of ['/', '/privacy-policy', '/auth/login']) {
      const known = page.waitForResponse(/rpc\/site\/status/)
      await page.goto(address)
      await known
      await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByText('某某科技有限公司')).toBeVisible()
      await expect(footer.getByRole('link', { name: '联系客服' })).toHaveAttribute('href', 'mailto:help@example.com')
      await expect(footer.getByRole('link', { name: /ICP/ })).toHaveAttribute('href', 'https://beian.miit.gov.cn/')
      await expect(footer.getByRole('link', { name: /公网安备/ })).toHaveAttribute('href', /code=11010802000000$/)
      await expectAccessible(page, address)
    }
    await page.goto('/privacy-policy')
    await expect(page.getByRole('main').getByText('运营方：某某科技有限公司')).toBeVisible()
    await page.goto('/')
    await page.getByText('如何获得帮助？').click()
    await expect(page.locator('#faq').getByText(/客服会在 24 小时内回复/)).toBeVisible()
    await page.goto('/terms-of-service')
    await expect(page.getByRole('main').getByText(/我们会在 24 小时内回复/)).toBeVisible()
  })

  test('[HIST-24] days and moments on the screens are those of the service, as its month is (U-19)', async ({
    page,
    context,
  }) => {
    const person = await register()
    await person.enter(context)
    const { entries } = await person.api.billing.ledger({ page: 1 })
    const grantedAt = momentText(Date.parse(entries[0]!.at), TIME_ZONE)
    await page.goto('/profile/billing')
    await expect(page.getByRole('region', { name: '积分明细' })).toContainText(grantedAt)
    const { id } = await uploadOver(person, await picture(), origin())
    const { createdAt, filesKeptUntil } = await person.api.processing.uploads.get({ id })
    await page.goto('/profile/history')
    const day = (at: string) => dayOf(Date.parse(at), TIME_ZONE)
    await expect(page.getByRole('main')).toContainText(`文件保留至 ${day(filesKeptUntil)}`)
    await expect(page.getByText(day(createdAt), { exact: true })).toBeVisible()
  })
})

test.describe('with an own name of the browser side', () => {
  let stop: () => Promise<void>
  test.beforeAll(async () => {
    stop = await startOwnService({ PUBLIC_API_KEY: 'another-"client"&co' })
  })
  test.afterAll(() => stop())

  test('pages that were built without it sign a person in with it', async ({ page }) => {
    const names = new Set<string | undefined>()
    page.on('request', (request) => {
      if (/\/api\/(rpc|auth)\//.test(request.url())) names.add(request.headers().apikey)
    })
    await page.goto('/auth/register')
    const main = page.getByRole('main')
    await main.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await page.getByLabel('邮箱').fill(freshEmail())
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByLabel('确认密码').fill(PASSWORD)
    await main.getByRole('button', { name: /^注册/ }).click()
    await expect(main.getByText('注册成功！')).toBeVisible()
    await page.goto('/profile/billing')
    await expect(page.getByRole('region', { name: '积分明细' })).toBeVisible()
    expect([...names]).toEqual(['another-"client"&co'])
  })
})

test('without configuration the pages name nobody', async ({ page }) => {
  for (const address of PAGES) {
    const html = await (await page.request.get(`${origin()}${address}`)).text()
    // Nor does a page promise a reply of somebody who cannot be written to.
    expect(html, address).not.toMatch(/beian\.|运营方：|mailto:|小时内回复/)
  }
  await page.goto('/privacy-policy')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '服务条款' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).not.toContainText(/联系|运营方/)
})
