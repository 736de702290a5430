// From a guest's free look to a shared result, as one person walks it: look, account, paid run, a version on top of it, both compared, shared, ended.
import type { Locator, Page } from '@playwright/test'
import { hasExiftool, labelByExifr, labelByExiftool } from '#engine/testing/read-label.ts'
import { LEDGER_TEXTS } from '#rulebook/credits/ledger-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { NO_EFFECT_TEXTS } from '#rulebook/runs/no-effect.ts'
import { PATCH_TEXTS } from '#rulebook/runs/patches.ts'
import { EXPORT_TEXTS } from '#rulebook/runs/result-exports.ts'
import { SHARE_DIALOG_TEXTS, SHARE_PAGE_TEXTS } from '#rulebook/runs/shares.ts'
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { freshEmail, PASSWORD, register } from './person.ts'
import { picture } from './picture.ts'
import { balance, expectFlow, holdPicture, openTool, startButton } from './tool-steps.ts'

/** A look takes its turn behind other work of the machine. */
const LOOK_TIMEOUT_MS = 120_000

// Long journeys that need nothing of one another.
test.describe.configure({ mode: 'parallel' })

const LABEL = { Label: '1', ContentProducer: expect.any(String), ProduceID: expect.stringMatching(/^[\da-f-]{36}$/) }

/** The label of AI content as other programs read it in what a person saves. */
async function expectLabelled(page: Page, link: Locator): Promise<void> {
  const saved = page.waitForEvent('download')
  await link.click()
  const file = await (await saved).path()
  expect(await labelByExifr(file)).toMatchObject(LABEL)
  if (hasExiftool) expect(labelByExiftool(file)).toMatchObject(LABEL)
}

async function registerOnTheWay(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: '免费注册' }).click()
  await expect(page.getByRole('heading', { name: '创建账户' })).toBeVisible()
  await page.getByLabel('邮箱').fill(freshEmail())
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('main').getByRole('button', { name: '注册', exact: true }).click()
}

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [360, 740],
] as const)
  test(`a guest's look, an account, a paid run, two versions, a share that ends, at ${width} px`, async ({
    page,
    visit,
    provoked,
  }) => {
    provoked.patterns = [/status of 404.*\/s\//]
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height })
    await page.goto('/ai')
    const noisy = await picture({ name: '夜景.jpg', width: 720, height: 560, sigma: 40 })
    await page.getByLabel(HOME_UPLOADER_TEXTS.label).setInputFiles(noisy)
    await page.getByRole('button', { name: PATCH_TEXTS.open }).click()
    const looks = page.getByRole('region', { name: PATCH_TEXTS.title })
    await expect(looks.getByRole('img', { name: /处理后的局部/ }).first()).toBeVisible({ timeout: LOOK_TIMEOUT_MS })
    await looks
      .getByRole('link', { name: new RegExp(PATCH_TEXTS.use) })
      .first()
      .click()

    await registerOnTheWay(page)
    await expectFlow(page, 'held')
    await expect(page.getByText('夜景.jpg')).toBeVisible()
    await expect(balance(page)).toHaveText(/5 积分/)

    await startButton(page).click()
    await expectFlow(page, 'result')
    await expect(balance(page)).toHaveText(/3 积分/)
    await expectLabelled(page, page.getByRole('link', { name: '保存图片' }))
    await page.getByRole('button', { name: EXPORT_TEXTS.open }).click()
    await expectLabelled(page, page.getByRole('link', { name: /^下载 JPEG/ }))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '继续优化' }).click()
    await expectFlow(page, 'held')
    await startButton(page).click()
    await expectFlow(page, 'result')
    const versions = page.getByRole('region', { name: VERSION_TEXTS.title })
    await expect(versions.getByRole('listitem')).toHaveCount(3)
    await versions.getByRole('button', { name: VERSION_TEXTS.compare }).click()
    await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '分享 夜景.jpg' }).click()
    const dialog = page.getByRole('dialog', { name: SHARE_DIALOG_TEXTS.title })
    await dialog.getByRole('button', { name: SHARE_DIALOG_TEXTS.create }).click()
    const address = await dialog.getByRole('textbox').inputValue()
    const guest = await visit()
    await guest.goto(address)
    await expect(guest.getByRole('slider', { name: SHARE_PAGE_TEXTS.slider })).toBeVisible()
    await expect(guest.getByRole('link', { name: SHARE_PAGE_TEXTS.download })).toHaveCount(0)
    await expectAccessible(guest, 'shared result')
    await expectAccessible(page, 'result is shared')
    await dialog.getByRole('button', { name: SHARE_DIALOG_TEXTS.revoke }).click()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await guest.reload()
    await expect(guest.getByRole('heading', { name: SHARE_PAGE_TEXTS.endedTitle })).toBeVisible()
    await expectAccessible(guest, 'share has ended')
  })

test('a paid run that changes next to nothing gives its credits back by itself and says so, also in the ledger', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ width: 600, height: 400, sigma: 0.01, format: 'png' }))
  await startButton(page).click()
  await expectFlow(page, 'result')
  await expect(page.getByText(NO_EFFECT_TEXTS.returnedTitle)).toBeVisible()
  await expect(page.getByText(fillText(NO_EFFECT_TEXTS.returned, { n: 2 }))).toBeVisible()
  await expect(balance(page)).toHaveText(/5 积分/)
  await page.goto('/profile/billing')
  const ledger = page.getByRole('region', { name: LEDGER_TEXTS.title })
  await expect(ledger).toContainText('+2')
  await expect(ledger).toContainText('效果不明显')
})
