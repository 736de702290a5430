// Making an account where the wall before free credits stands (decision 0103): the browser computes without a word, and a mailbox that ends in minutes is
// shown what to do.
import { expect, test } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { freshEmail, PASSWORD } from './person.ts'

let stopService: () => Promise<void>
test.beforeAll(async () => {
  stopService = await startOwnService({ SIGN_UP_WALL: 'work,limits,mailboxes' })
})
test.afterAll(() => stopService())
test.beforeEach(({ provoked }) => void provoked.patterns.push(/status of (400|429)/))

test('the account and its five credits come after the work', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/auth/register')
  await page.getByLabel('邮箱').fill('someone@mailinator.com')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('请使用常用邮箱注册，暂不支持临时邮箱').first()).toBeVisible()
  const asked = page.waitForResponse((answer) => answer.status() === 429)
  await page.getByLabel('邮箱').fill(freshEmail())
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await asked
  await expect(page.getByText('注册成功！').first()).toBeVisible()
  await page.goto('/profile/billing')
  await expect(page.locator('#main').getByText('5', { exact: true }).first()).toBeVisible()
})
