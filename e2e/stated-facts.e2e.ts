// What the pages state, read where a person reads it: every fact of the landing page, the catalogue and the legal pages, for all
// members of each list (document 1 §2, §9; document 2 §2, §9; C-12, C-17, C-18); of the navigation in stated-navigation.e2e.ts.
import type { Locator, Page } from '@playwright/test'
import { LANDING_SAMPLES } from '#rulebook/site/landing-samples.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import { expectGroups, GROUPS, hrefsOf } from './documented-models.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { creditsText } from './tool-steps.ts'

const main = (page: Page) => page.getByRole('main')
const titled = (rows: readonly (readonly [string, ...unknown[]])[]) => rows.map(([row]) => `[${row}]`).join(' ')
const region = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })

const HERO_TOOLS = [
  ['LAND-03', 'low-resolution', '/ai/enhance/low-resolution'],
  ['LAND-04', 'cgi', '/ai/enhance/cgi'],
  ['LAND-05', 'high-fidelity', '/ai/enhance/high-fidelity'],
  ['LAND-06', 'text-refine', '/ai/enhance/text-refine'],
  ['LAND-07', 'denoise', '/ai/denoise/standard'],
  ['LAND-08', 'restore', '/ai/restore'],
  ['LAND-09', 'lighting', '/ai/lighting/smart'],
] as const
/** Where primary buttons lead: they are filled, so their words are white. */
const addressesOfFilled = (links: readonly Element[]) =>
  links.filter((link) => getComputedStyle(link).color === 'rgb(255, 255, 255)').map((link) => link.getAttribute('href'))

const FAQ_FACTS = [
  ['LAND-22', 'JPG/JPEG、PNG、BMP、WEBP'],
  ['LAND-23', '最大 50MB'],
  ['LAND-24', '建议小于 10MB'],
  ['LAND-25', '2 倍放大消耗 1 个积分'],
  ['LAND-26', '4 倍放大消耗 2 个积分'],
  ['LAND-27', '人脸增强消耗 2 个积分'],
  ['LAND-28', '新用户注册即获得 5 个免费积分'],
  ['LAND-29', '积分永不过期'],
  ['LAND-30', '图片保留 30 天'],
  ['LAND-31', '预计约 10 秒（5–25 秒）'],
  ['LAND-33', '通过第三方支付平台付款'],
  ['LAND-34', '您只能看到自己的图片'],
] as const

test(`[LAND-01] [LAND-02] ${titled(HERO_TOOLS)} [LAND-12] [LAND-13] [PROD-09] heroes: their order, their tools, the samples that they claim`, async ({
  page,
}) => {
  await page.goto('/')
  const sections = page.locator('section[data-hero], section[id], [role=contentinfo], footer')
  const order = await sections.evaluateAll((all) =>
    all.map((part) => part.getAttribute('data-hero') ?? (part.id || part.tagName.toLowerCase())),
  )
  expect(order.filter((name) => name !== 'cta')).toEqual([
    ...HERO_TOOLS.map(([, hero]) => hero),
    'features',
    'pricing',
    'faq',
    'footer',
  ])
  for (const [index, [, hero, address]] of HERO_TOOLS.entries()) {
    const shown = page.locator(`[data-hero="${hero}"]`)
    expect(await shown.getByRole('link').evaluateAll(addressesOfFilled)).toEqual([address])
    const { seconds } = LANDING_SAMPLES[hero]
    const claim = index < 4 ? `示例：放大 4 倍 · ${seconds} 秒（宽 200 → 800 像素）` : `示例：用时 ${seconds} 秒`
    await expect(shown.locator('figcaption')).toHaveText(claim)
  }
  for (const title of ['低清照片修复', '动漫与插画增强', '高保真增强', '文字图片清晰化'])
    await expect(page.getByRole('heading', { name: title })).toHaveCount(1)
})

test(`[LAND-14] [LAND-15] [LAND-16] [LAND-17] [LAND-18] ${titled(FAQ_FACTS)} [LAND-35] [LAND-36] [LAND-38] features, questions and footer`, async ({
  page,
}) => {
  await page.goto('/')
  expect(new Set(await hrefsOf(page.getByRole('link', { name: '免费试用' })))).toEqual(new Set(['/ai']))
  const groups = await region(page, '功能').getByRole('region').all()
  expect(await Promise.all(groups.map((group) => group.getByRole('listitem').count()))).toEqual([5, 3, 1, 2])
  await expect(region(page, '功能').getByRole('heading', { level: 3 })).toHaveText([
    '图片增强2 积分',
    '降噪2 积分',
    '老照片修复3 积分',
    '光影调整2 积分',
  ])
  for (const question of await page.locator('#faq summary').all()) await question.click()
  for (const [, fact] of FAQ_FACTS) await expect(page.locator('#faq')).toContainText(fact, { useInnerText: true })
  const footer = page.getByRole('contentinfo')
  const targets = await hrefsOf(footer.getByRole('link'))
  expect(targets).toEqual(expect.arrayContaining(['/privacy-policy', '/terms-of-service']))
  await expect(footer).toContainText(/© \d{4} 焕影/)
})

test('[LAND-19] [PACK-01] [PACK-02] [PACK-03] [PACK-04] [PACK-05] [PACK-06] [PROD-12] the packs cost the same on the landing page and in the profile', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expectPacks(region(page, '价格'))
  await (await register()).enter(context)
  await page.goto('/profile/billing')
  await expect(main(page).getByRole('heading', { level: 3, name: '体验包' })).toBeVisible()
  await expectPacks(main(page))
})

async function expectPacks(place: Locator): Promise<void> {
  const packs = [
    ['体验包', '$3.99', '20 积分', '每积分约 $0.20'],
    ['常用包', '$9.99', '55 积分', '每积分约 $0.18 · 约省 10%'],
    ['超值包推荐', '$19.99', '120 积分', '每积分约 $0.17 · 约省 15%'],
    ['大容量包', '$39.99', '250 积分', '每积分约 $0.16 · 约省 20%'],
  ] as const
  for (const [index, part] of ['h3', '[data-pack-price]', '[data-pack-credits]', '[data-pack-rate]'].entries())
    await expect(place.locator(`[data-pack] ${part}`)).toHaveText(packs.map((pack) => pack[index]!))
}

test('[LAND-20] a visitor who buys is led to the login, and back to the pack after it', async ({ page }) => {
  for (const [name, id] of Object.entries({ 体验包: 'small', 常用包: 'some', 超值包: 'pile', 大容量包: 'box' })) {
    await page.goto('/')
    await page.getByRole('button', { name: new RegExp(`：${name}$`) }).click()
    await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/profile/billing?pack=${id}`)
  }
})

const LEGAL_FACTS = [
  ['LEGAL-01', '/terms-of-service', '最后更新：2025-08-12'],
  ['LEGAL-11', '/terms-of-service', '以您最近 12 个月支付的费用为上限'],
  ['LEGAL-12', '/terms-of-service', '积分永不过期。积分售出后不予退款。'],
  ['LEGAL-13', '/terms-of-service', '价格以美元计'],
  ['LEGAL-02', '/privacy-policy', '最后更新：2025-08-12'],
  ['LEGAL-06', '/privacy-policy', '账户数据在撤销期满后移除，最迟在申请后 30 天内'],
  ['LEGAL-07', '/privacy-policy', '处理记录保留 2 年'],
  ['LEGAL-08', '/privacy-policy', '付款记录保留 7 年'],
  ['LEGAL-09', '/privacy-policy', '日志保留 90 天'],
  ['LEGAL-10', '/privacy-policy', '在 30 天内答复'],
] as const

test(`${titled(LEGAL_FACTS)} the legal pages state their facts`, async ({ page }) => {
  for (const [, address, fact] of LEGAL_FACTS) {
    if (!page.url().endsWith(address)) await page.goto(address)
    await expect(main(page)).toContainText(fact)
  }
})

test('[CATALOGUE-01] [CATALOGUE-02] [CATALOGUE-03] [CATALOGUE-04] [CATALOGUE-05] [CATALOGUE-06] [CATALOGUE-07] [CATALOGUE-08] [CATALOGUE-09] [PROD-08] the catalogue shows all 23 models with name, description, price, time and badge', async ({
  page,
}) => {
  await page.goto('/ai')
  await expect(main(page).getByRole('heading', { level: 2 })).toContainText([
    '图片增强',
    '降噪',
    '老照片修复',
    '光影调整',
    '锐化',
    '工具对比',
  ])
  await expect(region(page, '图片增强').getByRole('heading', { level: 3 })).toHaveText(['标准', '生成式'])
  const cards = main(page).locator('a[href^="/ai/"]:not(table a, nav a)')
  expect(await hrefsOf(cards)).toEqual(GROUPS.flatMap(([, routes]) => routes))
  await expectGroups(main(page))
  await expect(cards).toHaveText(
    MODELS.map(({ displayName, description, credits, isAsync }) =>
      isAsync
        ? `${displayName}高级${description}${creditsText(credits)}预计 30–60 秒`
        : `${displayName}${description}${creditsText(credits)}预计 5–15 秒`,
    ),
  )
})

const TOOL_ADDRESSES = [
  ['enhance', '/ai/enhance', '标准增强2 积分预计 5–15 秒日常照片、插画、截图放大与变清晰开始'],
  ['enhance-generative', '/ai/enhance-generative', '生成式增强5 积分预计 30–60 秒严重模糊或很小的图片开始'],
  ['denoise', '/ai/denoise', '降噪2 积分预计 5–15 秒夜里或暗处拍的照片开始'],
  ['restore-generative', '/ai/restore', '老照片修复3 积分预计 30–60 秒有灰尘与划痕的老照片开始'],
  ['lighting', '/ai/lighting', '光影调整2 积分预计 5–15 秒曝光不准或偏色的照片开始'],
  ['sharpen', '/ai/sharpen', '锐化2 积分预计 5–15 秒轻微失焦或抖动的照片开始'],
  ['sharpen-generative', '/ai/sharpen-generative', '生成式锐化4 积分预计 30–60 秒严重失焦的照片开始'],
] as const

test('[CATALOGUE-10] [CATALOGUE-12] [CATALOGUE-13] [CATALOGUE-14] a model and a start button of the table open their tools', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await page.goto('/ai')
  const table = main(page).getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText(['工具', '积分', '预计时间', '适合的照片', '开始'])
  const rows = table.getByRole('row').filter({ has: page.getByRole('link') })
  expect(await hrefsOf(rows.getByRole('link'))).toEqual(TOOL_ADDRESSES.map(([, address]) => address))
  expect(Object.keys(TOOLS).toSorted()).toEqual(TOOL_ADDRESSES.map(([key]) => key).toSorted())
  await expect(rows).toHaveText(TOOL_ADDRESSES.map(([, , row]) => row))
  await rows.nth(2).getByRole('link').click()
  await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
  await page.goBack()
  await main(page).locator('a[href="/ai/lighting/white-balance"]:not(table a)').click()
  await expect(page).toHaveURL(/\/ai\/lighting\/white-balance$/)
})
