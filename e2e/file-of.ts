// A file that a page gives, or, inside an app whose browser ignores downloads, what the page shows instead.
import type { Download, Locator, Page } from '@playwright/test'
import { IN_APP_TEXTS } from '#rulebook/site/in-app-browsers.ts'
import { expectAccessible } from './accessible.ts'
import { expect } from './journey-test.ts'
import { keepLook } from './keep-look.ts'

/** Undefined where no file can be had; `isInWechat`: on a phone. */
export async function fileOf(page: Page, button: Locator, isInWechat: boolean): Promise<Download | undefined> {
  if (!isInWechat) {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    return file
  }
  await button.click()
  const guide = page.getByRole('dialog', { name: IN_APP_TEXTS.title })
  await expect(guide.getByText('微信内不能直接下载文件，请在浏览器中打开本页。')).toBeVisible()
  await expect(guide.getByRole('button', { name: '复制本页链接' })).toBeVisible()
  await expectAccessible(page, 'guide to a browser of one’s own, for a page')
  await keepLook(page, 'page-guide')
  await guide.getByRole('button', { name: IN_APP_TEXTS.close }).last().click()
  await expect(guide).toBeHidden()
  return undefined
}
