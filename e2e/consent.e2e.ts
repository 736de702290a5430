// Pictures leave the service only with a consent (decision 0064): asked at the first start, given in a dialog, taken back in the profile.
// The provider is the emulator of the Topaz Image API, as a service of this machine.
import { CONSENT_TEXTS } from '#rulebook/runs/provider-consent.ts'
import { openTopazEmulator, type TopazEmulator } from '../emulators/topaz/emulator.ts'
import { expect, test } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { balanceOf, register } from './person.ts'
import { enterWithConsent, expectFlow, holdPicture, openTool, RUN_TIMEOUT_MS, startButton } from './tool-steps.ts'

let emulator: TopazEmulator
let stop: () => Promise<void>
test.beforeAll(async () => {
  emulator = await openTopazEmulator({
    keys: { 'journey-key': 'good' },
    credits: 100,
    pictures: 'resize',
    clockSpeed: 20,
    settings: { isStrict: true },
  })
  stop = await startOwnService({
    NODE_ENV: 'production',
    PROVIDER: 'topaz',
    TOPAZ_API_KEY: 'journey-key',
    TOPAZ_BASE_URL: emulator.imageBase,
    TOPAZ_ACCOUNT_URL: emulator.accountBase,
    TOPAZ_CONTACT: 'privacy@vendor.example',
  })
})
test.afterAll(async () => {
  await stop()
  await emulator.close()
})

const submits = () => emulator.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/async'))

test('[TOOL-17] a person reads who would receive the picture, agrees, gets the result, takes it back and is asked again', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 403/)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await holdPicture(page)
  await startButton(page).click()
  const dialog = page.getByRole('dialog', { name: '把图片发送给 Topaz Labs 处理？' })
  await expect(dialog).toContainText('Topaz Labs（美国）')
  await expect(dialog).toContainText('privacy@vendor.example')
  await dialog.getByRole('button', { name: CONSENT_TEXTS.cancel, exact: true }).click()
  await expect(page.getByText(CONSENT_TEXTS.prompt)).toBeVisible()
  expect([submits().length, await balanceOf(person)]).toEqual([0, 5])

  await page.getByRole('button', { name: CONSENT_TEXTS.promptOpen }).click()
  await dialog.getByRole('button', { name: CONSENT_TEXTS.agreeAndStart }).click()
  await Promise.all([
    expectFlow(page, 'result'),
    expect(page.getByText('Topaz AI图像处理成功')).toBeVisible({ timeout: RUN_TIMEOUT_MS }),
  ])
  expect([submits().length, await balanceOf(person)]).toEqual([1, 3])

  await page.goto('/profile/info')
  const section = page.getByRole('region', { name: CONSENT_TEXTS.sectionTitle })
  await expect(section).toContainText('已同意发送给 Topaz Labs（美国）')
  await section.getByRole('button', { name: CONSENT_TEXTS.revoke }).click()
  await page.getByRole('dialog').getByRole('button', { name: CONSENT_TEXTS.revoke }).click()
  await expect(section).toContainText('您尚未同意')

  await openTool(page)
  await expect(startButton(page)).toBeEnabled()
  await startButton(page).click()
  await expect(dialog).toBeVisible()
  expect([submits().length, await balanceOf(person)]).toEqual([1, 3])
})

test('[PARAM-17] a prompt of 1024 characters is taken and reaches the vendor whole, of one more it is said and nothing starts', async ({
  page,
  context,
}) => {
  await enterWithConsent(context)
  await openTool(page, 'enhance/generative/redefine')
  await holdPicture(page)
  await page.getByRole('radiogroup').getByText('手动', { exact: true }).click()
  const prompt = page.getByRole('textbox', { name: '画面描述' })
  await prompt.fill('字'.repeat(1025))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('1024')
  await expect(startButton(page)).toBeDisabled()
  await prompt.fill('字'.repeat(1024))
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(startButton(page)).toBeEnabled()
  await startButton(page).click()
  await expectFlow(page, 'result')
  expect(submits().at(-1)?.fields?.prompt).toBe('字'.repeat(1024))
})
