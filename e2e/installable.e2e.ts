// The installed app: install criteria, the offline page, a picture shared by the phone, and what is never kept.
import type { Page } from '@playwright/test'
import { fillText } from '#rulebook/fill-text.ts'
import { CLOSE_NOTICE } from '#rulebook/site/notices.ts'
import {
  NEW_VERSION_TEXTS,
  OFFLINE_TEXTS,
  SHARE_FIELD,
  SHARE_TARGET_PATH,
  SHARE_TEXTS,
} from '#rulebook/site/offline-texts.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { picture } from './picture.ts'
import { expectFlow, FAST_TOOL, openTool } from './tool-steps.ts'

test.use({ serviceWorkers: 'allow' })

const underControl = async (page: Page) => {
  await page.goto('/terms-of-service')
  // The program that installs the worker starts with the first sign of a person (decision 0017).
  await page.mouse.move(100, 200)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Posts the picture as the phone's share sheet does. */
const share = async (page: Page) => {
  const { buffer, name, mimeType } = await picture({ name: 'shared.jpg' })
  const input = { bytes: [...buffer], name, mimeType, action: SHARE_TARGET_PATH, field: SHARE_FIELD }
  await page.evaluate((given) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: given.action,
      enctype: 'multipart/form-data',
    })
    const chosen = Object.assign(document.createElement('input'), { type: 'file', name: given.field })
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.mimeType }))
    chosen.files = files.files
    form.append(chosen)
    document.body.append(form)
    form.submit()
  }, input)
}

test('meets the install criteria: manifest without errors, icons, a service worker in control', async ({ page }) => {
  await underControl(page)
  const devtools = await page.context().newCDPSession(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(JSON.parse(manifest.data!).name).toBe('焕影')
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A private window, as each journey has one, is the only obstacle allowed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('without a network a page says so and comes back by itself', async ({ page, context, provoked }) => {
  provoked.patterns.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/)
  await underControl(page)
  await context.setOffline(true)
  await page.goto('/ai')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFFLINE_TEXTS.title)
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(OFFLINE_TEXTS.title)
  await expect(page).toHaveURL('/ai')
})

test('a shared picture waits for the sign-in, is offered by the tool page, and held when it is wanted', async ({
  page,
  context,
}) => {
  await underControl(page)
  await share(page)
  await expect(page.getByText(SHARE_TEXTS.received)).toBeVisible()
  await (await register()).enter(context)
  await openTool(page, FAST_TOOL)
  await expect(page.getByText(fillText(SHARE_TEXTS.offered, { name: 'shared.jpg' }))).toBeVisible()
  await expectFlow(page, 'idle')
  await page.getByRole('button', { name: SHARE_TEXTS.use }).click()
  await expectFlow(page, 'held')
  await expect(page.getByText('shared.jpg').first()).toBeVisible()

  // Typed by hand, or gone back to when the picture is taken: nothing waits, and nothing is said of one.
  await page.goto('/ai?shared=yes')
  await page.getByRole('searchbox').fill('标准降噪')
  await expect(page.getByText('找到 1 个工具')).toBeVisible()
  await expect(page.getByText(SHARE_TEXTS.received)).toHaveCount(0)
  await page.goto('/ai?shared=no')
  await page.mouse.move(100, 200)
  await expect(page.getByText(SHARE_TEXTS.failed)).toBeVisible()
})

test('without a service worker a share ends in the catalogue with the truth', async ({ request }) => {
  const answer = await request.post(SHARE_TARGET_PATH, { multipart: { [SHARE_FIELD]: 'x' }, maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([303, '/ai?shared=no'])
})

test('keeps files of the program only, never calls or pictures of a person', async ({ page, context }) => {
  await (await register()).enter(context)
  await underControl(page)
  await openTool(page)
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.filter((path) => !/^\/(assets\/|offline\.html$)/.test(path))).toEqual([])
})

test('[NOTIF-08] a new version is offered in a notice that stays until it is closed', async ({ page }) => {
  await underControl(page)
  await page.clock.install()
  // Another address of the script is another version to the browser.
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'))
  const notice = page.locator('.mantine-Notification-root').filter({ hasText: NEW_VERSION_TEXTS.message })
  await expect(notice.locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  await page.clock.runFor(3_600_000)
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: CLOSE_NOTICE }).click()
  await page.clock.runFor(1000)
  await expect(notice).toHaveCount(0)
})

test('[NOTIF-08] a new version is offered in a notice that stays until it is taken', async ({ page }) => {
  await underControl(page)
  await page.clock.install()
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'))
  await expect(page.getByText(NEW_VERSION_TEXTS.message)).toBeVisible()
  // As long as the longest of the others lives, and four times more.
  await page.clock.runFor(40_000)
  await expect(page.getByText(NEW_VERSION_TEXTS.message)).toBeVisible()
  const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  expect(await controller()).not.toContain('?next')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: STATE_TEXTS.reload }).click()
  await reloaded
  expect(await controller()).toContain('?next')
})
