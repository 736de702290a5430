// The whole way of a new consumer, for every width: register, sign in, open a
// tool, upload, start at the shown price, watch, compare, download, see the balance and the history.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { expect } from './journey-test.ts'
import { freshEmail, PASSWORD } from './person.ts'
import { type PictureFile, picture } from './picture.ts'
import {
  balance,
  chooserOpenedBy,
  creditsText,
  expectFlow,
  FAST_TOOL,
  pricePressed,
  startButton,
} from './tool-steps.ts'

export async function registerByHand(page: Page): Promise<string> {
  const email = freshEmail()
  await page.goto('/auth/register')
  await expect(page.getByText('新用户注册即送 5 个免费积分')).toBeVisible()
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('确认密码').fill(PASSWORD)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('main').getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('注册成功！').first()).toBeVisible()
  // The address changes before the page does, and a menu that was opened on the page that is left closes with it.
  await expect(page.getByLabel('确认密码')).toHaveCount(0)
  return email
}

/** Out and in again, so that the password works and not only the session of the registration. */
export async function signInByHand(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('已成功退出登录')).toBeVisible()
  await page.goto('/auth/login')
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('登录成功！')).toBeVisible()
}

export interface RunOutcome {
  readonly price: number
  /** Every percentage that the bar showed, in order. */
  readonly percents: readonly number[]
  readonly stages: ReadonlySet<string>
}

/** From the current picture to the result; the progress is read by the page itself, so that nothing between two looks is lost. */
export async function runShownPrice(page: Page): Promise<RunOutcome> {
  const price = await pricePressed(page)
  await expect(page.getByTestId('cost-note')).toHaveText(`本次处理消耗 ${price} 个积分`)
  await page.evaluate(() => {
    const seen: { percents: number[]; stages: string[] } = { percents: [], stages: [] }
    Object.assign(window, { seenProgress: seen })
    new MutationObserver(() => {
      const card = document.querySelector('[data-flow] section[aria-busy]')
      const bar = card?.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
      const stage = card?.querySelector('[role=status]')?.textContent
      if (bar && Number(bar) !== seen.percents.at(-1)) seen.percents.push(Number(bar))
      if (stage && stage !== seen.stages.at(-1)) seen.stages.push(stage)
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  await startButton(page).click()
  await expectFlow(page, 'processing')
  await expect(startButton(page)).toBeDisabled()
  await expectFlow(page, 'result')
  const seen = await page.evaluate(() => (window as never as { seenProgress: Seen }).seenProgress)
  return { price, percents: seen.percents, stages: new Set(seen.stages) }
}
interface Seen {
  readonly percents: number[]
  readonly stages: string[]
}

export const handle = (page: Page): Locator => page.getByRole('slider', { name: '对比滑块' })
export const handlePercent = async (page: Page): Promise<number> =>
  Number(await handle(page).getAttribute('aria-valuenow'))

export async function downloadResult(page: Page): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: '保存图片' }).click()
  const download = await started
  const name = download.suggestedFilename()
  expect(name).toMatch(/^processed-\d+\.png$/)
  // The moment in milliseconds, and not some other number.
  expect(Math.abs(Date.now() - Number(/\d+/.exec(name)![0]))).toBeLessThan(3_600_000)
  return readFileSync(await download.path())
}

/** The journey itself; `moveHandle` is how this device drags the handle of the comparison. */
export async function firstRun(
  page: Page,
  file: PictureFile,
  moveHandle: (page: Page) => Promise<void>,
): Promise<void> {
  const model = MODELS.find(({ key }) => key === FAST_TOOL)!
  const email = await registerByHand(page)
  await expect(balance(page)).toHaveText(`剩余积分${creditsText(5)}`)
  await signInByHand(page, email)
  await expect(balance(page)).toHaveText(`剩余积分${creditsText(5)}`)

  await page.goto(model.route)
  await expectFlow(page, 'idle')
  await expect(startButton(page)).toBeDisabled()
  const choice = await chooserOpenedBy(page, () => page.getByRole('button', { name: '选择图片' }).click())
  await choice.setFiles(file)
  await expectFlow(page, 'held')
  await expect(startButton(page)).toBeEnabled()
  await expect(page.getByText('图片上传成功')).toBeVisible()
  const outcome = await runShownPrice(page)
  expect(outcome.price).toBe(model.credits)
  expect(outcome.percents).toEqual([...outcome.percents].sort((a, b) => a - b))
  expect(outcome.percents.at(-1)).toBe(100)
  expect(outcome.stages.size).toBeGreaterThan(1)
  // Our own engine does not pass for the vendor's (P-33).
  await expect(page.getByText(/^图片处理成功/)).toBeVisible()
  await expect(page.getByText('Topaz AI图像处理成功')).toHaveCount(0)

  const before = await handlePercent(page)
  await moveHandle(page)
  // Pixels follow the pointer at once, the value for screen readers a moment later.
  await expect.poll(async () => Math.abs((await handlePercent(page)) - before)).toBeGreaterThan(10)
  await handle(page).press('Home')
  await expect.poll(() => handlePercent(page)).toBe(0)
  await handle(page).press('ArrowRight')
  await expect.poll(() => handlePercent(page)).toBe(2)

  const bytes = await downloadResult(page)
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  const [result, source] = [await sharp(bytes).metadata(), await sharp(file.buffer).autoOrient().metadata()]
  expect([result.format, result.width, result.height]).toEqual([
    'png',
    source.autoOrient.width,
    source.autoOrient.height,
  ])
  expect((await sharp(bytes).stats()).isOpaque).toBe(true)

  await expect(balance(page)).toHaveText(`剩余积分${creditsText(5 - outcome.price)}`)
  await page.getByRole('link', { name: '查看历史记录' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: file.name })
  await expect(entry.first()).toContainText('已完成')
  await expect(entry.first()).toContainText(creditsText(outcome.price))
  await expect(entry.first()).toContainText(model.displayName)
}

/** The handle dragged over half of the width by mouse. */
export async function dragByMouse(page: Page): Promise<void> {
  await handle(page).scrollIntoViewIfNeeded()
  const box = (await handle(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.move(x + 160, y, { steps: 4 })
  await page.mouse.up()
}

/** The same by a finger. */
export async function dragByTouch(page: Page): Promise<void> {
  await handle(page).scrollIntoViewIfNeeded()
  const box = (await handle(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] })
  await send('touchStart', x)
  for (const step of [20, 50, 80]) await send('touchMove', x + step)
  await send('touchEnd')
}

export const smallPicture = (): Promise<PictureFile> => picture({ name: 'holiday.jpg', width: 480, height: 360 })
