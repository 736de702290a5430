// Who is there, asked of administrators (decisions 0048 and 0191): where they must show a second factor, the way to setting one up and the question where a
// call needs it; where they need none, the password again before money, at 1440 and 360 px, and the way of an account without one.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { openOffice } from './office-steps.ts'
import { leadTo } from './own-service.ts'
import { passkeyDeviceOf } from './passkey-device.ts'
import { ADMIN_EMAIL, PASSWORD, type Person, register, signIn } from './person.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'
import { whileItStands } from './while-it-stands.ts'

const WITHOUT_PASSWORD = 'without.password@gmail.com'
/** Nobody waits for a quarter of an hour. */
const AGED = `
  update auth_sessions set created_at = created_at - interval '16 minutes', password_at = password_at - interval '16 minutes';
  update auth_accounts set password = null where user_id = (select id from auth_users where email = '${WITHOUT_PASSWORD}');`

test.describe('where a second factor is asked for', () => {
  let end: () => Promise<void>
  test.beforeAll(async () => {
    end = leadTo(await startServiceWithAdmin({ ADMIN_SECOND_FACTOR: 'on' }))
  })
  test.afterAll(() => end())

  test('an administrator is led to setting up a passkey, and shows it before the back office opens', async ({
    page,
    context,
    provoked,
  }) => {
    provoked.patterns.push(/status of 403/)
    await passkeyDeviceOf(page)
    const admin = await signIn(ADMIN_EMAIL)
    await admin.enter(context)
    await page.goto('/admin/users')
    const dialog = page.getByRole('dialog', { name: '验证身份' })
    await expect(dialog).toContainText('管理后台要求管理员开启两步验证，或添加通行密钥')
    await expectAccessible(page, 'admin: no second factor yet')
    await dialog.getByRole('link', { name: '前往设置' }).click()
    await page.waitForURL('**/profile/info*')
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await page.getByRole('dialog', { name: '添加通行密钥' }).getByLabel('当前密码').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: '通行密钥' }).getByRole('listitem')).toHaveCount(1)

    // Adding it has shown it; a sign-in by password alone has not.
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await (await signIn(ADMIN_EMAIL)).enter(context)
    await page.goto('/admin/users')
    await expect(dialog.getByRole('button', { name: '使用通行密钥验证' })).toBeVisible()
    await expectAccessible(page, 'admin: the second factor is asked for')
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(page.getByText('请先验证身份再继续').first()).toBeVisible()
    await page.reload()
    await dialog.getByRole('button', { name: '使用通行密钥验证' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(ADMIN_EMAIL).filter({ visible: true }).first()).toBeVisible()
  })
})

test.describe('where none is asked for', () => {
  let end: () => Promise<void>
  const widths = [1440, 360] as const
  /** One for each journey: a proof counts for the session that gave it alone. */
  let sessions: Person[]
  let withoutPassword: Person
  test.beforeAll(async () => {
    const service = await startServiceWithAdmin()
    end = leadTo(service)
    sessions = await Promise.all(widths.map(() => signIn(ADMIN_EMAIL)))
    await openOffice(sessions[0]!)
    await register(WITHOUT_PASSWORD)
    await service.appoint(WITHOUT_PASSWORD)
    withoutPassword = await signIn(WITHOUT_PASSWORD)
    await whileItStands(service, AGED)
  })
  test.afterAll(() => end())

  /** The credits of this person are raised; answers the dialog that asks who is there. */
  async function raiseCredits(page: Page, email: string, credits: number) {
    await page.goto(`/admin/users`)
    await page.getByRole('button', { name: `编辑 ${email}` }).click()
    const edit = page.getByRole('dialog', { name: /^编辑/ })
    await edit.getByLabel('剩余积分').fill(String(credits))
    await edit.getByLabel(/原因/).fill('补偿')
    await edit.getByRole('button', { name: '保存' }).click()
    return page.getByRole('dialog', { name: '验证身份' })
  }
  const balanceOf = async (email: string) =>
    (await sessions[0]!.api.admin.users.list({ search: email })).users[0]!.creditsRemaining

  for (const [n, width] of widths.entries())
    test(`the password is asked for before credits change, and then no more for a while (${width} px)`, async ({
      page,
      context,
      provoked,
    }) => {
      provoked.patterns.push(/status of 40[03]/)
      const { email } = await register()
      await page.setViewportSize({ width, height: 800 })
      await sessions[n]!.enter(context)
      const proof = await raiseCredits(page, email, 100)
      await expect(proof).toContainText('需要再次输入密码')
      await expectAccessible(page, 'admin: the password is asked for again')
      await keepLook(page, `admin-proof-password-${width}`)
      expect(await balanceOf(email)).toBe(5)
      await proof.getByLabel('当前密码').fill('not the password')
      await page.keyboard.press('Enter')
      await expect(proof.getByRole('alert')).toHaveText('当前密码错误')
      expect(await balanceOf(email)).toBe(5)
      // Esc closes this question alone: nothing is typed twice.
      await page.keyboard.press('Escape')
      await expect(proof).toBeHidden()
      const edit = page.getByRole('dialog', { name: /^编辑/ })
      await expect(edit.getByLabel('剩余积分')).toHaveValue('100')
      await edit.getByRole('button', { name: '保存' }).click()
      await proof.getByLabel('当前密码').fill(PASSWORD)
      await proof.getByRole('button', { name: '验证', exact: true }).click()
      await expect(proof).toBeHidden()
      await expect.poll(() => balanceOf(email)).toBe(100)
      await raiseCredits(page, email, 120)
      await expect.poll(() => balanceOf(email)).toBe(120)
      await expect(proof).toBeHidden()
    })

  test('who has no password signs in again, and is led back to where they were', async ({
    page,
    context,
    provoked,
  }) => {
    provoked.patterns.push(/status of 403/)
    const { email } = await register()
    await withoutPassword.enter(context)
    const proof = await raiseCredits(page, email, 100)
    await expect(proof).toContainText('您的账户没有设置密码')
    await expect(proof.getByRole('link', { name: '前往设置' })).toBeVisible()
    await expectAccessible(page, 'admin: a new sign-in is asked for')
    await keepLook(page, 'admin-proof-sign-in')
    expect(await balanceOf(email)).toBe(5)
    await proof.getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL('**/auth/login*')
    await expect(page.getByText('请重新登录以验证身份')).toBeVisible()
    expect(new URL(page.url()).searchParams.toString()).toContain(encodeURIComponent('/admin/users'))
  })
})
