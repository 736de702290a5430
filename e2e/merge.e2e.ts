// Two accounts with passwords become one, by keyboard alone: begun at the one that stays, given up once, confirmed at the other (document 1 §4;
// C-53, U-46). From a taken login method the way is walked in `providers`.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { balanceOf, origin, PASSWORD, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

const heading = (page: Page) => page.getByRole('heading', { name: '合并账户', level: 1 })

/** At the account that stays: the password, then the login page asks for the other account. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开始合并' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '验证主账户身份' })
  await dialog.getByLabel('当前密码').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('请登录要合并进来的另一个账户')).toBeVisible()
}
/** From another device; the browser of the journey has signed out. */
async function deleteAccount({ headers, cookie }: Person): Promise<void> {
  const answer = await fetch(`${origin()}/api/v1/account/data/deletion`, {
    method: 'POST',
    headers: { ...(await headers()), cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
}
async function enter(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test(
  '[MERGE-02] [MERGE-05] [MERGE-07] two accounts are merged by keyboard alone: pictures and credits arrive, the other account is gone',
  ON_BOTH_DATABASES,
  async ({ page, context, provoked }) => {
    provoked.patterns.push(/status of 40[01]/)
    const [stays, goes] = [await register(), await register()]
    await uploadOver(goes, await picture({ name: '旧账户.jpg' }), origin())
    await stays.enter(context)
    await page.goto('/profile/info')
    await page.getByRole('link', { name: '合并其他账户' }).press('Enter')
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('button', { name: '开始合并' })).toBeEnabled()
    await expectAccessible(page, 'begin')
    await begin(page)

    await enter(page, goes)
    await expect(page.getByText(`主账户：${stays.email}`)).toBeVisible()
    await expect(page.getByText(`要合并的账户：${goes.email}`)).toBeVisible()
    await expect(page.getByText('1 张图片及其处理结果')).toBeVisible()
    await expect(page.getByText('合并后不能再用该账户的邮箱和密码登录')).toBeVisible()
    await expectAccessible(page, 'confirm')
    const confirm = page.getByRole('button', { name: '合并账户', exact: true })
    await expect(confirm).toBeDisabled()
    await page.getByLabel('我已核对，确认合并').press('Space')
    await confirm.press('Enter')
    await expect(page.getByText(`账户已合并，请登录主账户 ${stays.email}`)).toBeVisible()

    await enter(page, goes)
    await expect(page.getByRole('alert').filter({ hasText: '邮箱或密码错误' })).toBeVisible()
    await enter(page, stays)
    await expect(page).not.toHaveURL(/login/)
    await page.goto('/profile/history')
    await expect(page.getByText('旧账户.jpg').first()).toBeVisible()
    expect(await balanceOf(await signIn(stays.email))).toBe(10)
  },
)

test('a merge that was begun is given up on a phone, and both accounts stay', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [stays, goes] = [await register(), await register()]
  await stays.enter(context)
  await page.goto('/profile/merge')
  await begin(page)
  await enter(page, stays)
  await expect(page.getByText('合并已开始。')).toBeVisible()
  await expectAccessible(page, 'sign in to the other account')
  await page.getByRole('button', { name: '登录另一个账户' }).press('Enter')
  await enter(page, goes)
  await expect(page.getByText(`要合并的账户：${goes.email}`)).toBeVisible()
  await page.getByRole('button', { name: '取消合并' }).press('Enter')
  await expect(page.getByText('已取消合并，两个账户都没有变化')).toBeVisible()
  await page.goto('/profile/merge')
  await expect(page.getByRole('button', { name: '开始合并' })).toBeVisible()
  expect([await balanceOf(await signIn(stays.email)), await balanceOf(await signIn(goes.email))]).toEqual([5, 5])
})

test(
  'a primary account that was deleted meanwhile ends the merge with a way out',
  ON_BOTH_DATABASES,
  async ({ page, context, provoked }) => {
    provoked.patterns.push(/status of 40[0149]/)
    const [gone, stays] = [await register(), await register()]
    await gone.enter(context)
    await page.goto('/profile/merge')
    await begin(page)
    await deleteAccount(await signIn(gone.email))
    await enter(page, stays)
    await expect(page.getByRole('alert')).toContainText('主账户已不存在，无法继续合并')
    await expectAccessible(page, 'primary account gone')
    await page.getByRole('button', { name: '取消合并' }).press('Enter')
    await expect(page).toHaveURL(/\/profile\/info/)
  },
)
