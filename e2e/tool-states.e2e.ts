// A tool page beside the plain way: a session that ends in the middle of work, pictures of the own history, other
// formats of the result, no network, processing stopped, and a layout that stands still.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { KEPT_FILE_DATABASE, KEPT_FILE_STORE } from '#platform/web/kept-file.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { sumOf, unaskedOf, watchShifts, wordsOf } from './layout-shifts.ts'
import { balanceOf, PASSWORD, type Person, register } from './person.ts'
import { picture } from './picture.ts'
import {
  balance,
  chooser,
  expectFlow,
  FAST_TOOL,
  holdPicture,
  openTool,
  RUN_TIMEOUT_MS,
  startButton,
} from './tool-steps.ts'

const SESSION_ENDED = /status of 401/
const strength = (page: Page) => page.getByRole('slider', { name: '强度', exact: true })
const chooseManual = (page: Page) => page.getByRole('radiogroup').getByText('手动', { exact: true }).click()

/** The cookie is gone and the next call of this address is refused, as after a session that ran out. */
async function endSession(page: Page, address: string): Promise<void> {
  await page.context().clearCookies()
  // In the shapes of the plain routes and of the procedures: an answer without our code would be tried again by itself.
  const refusal = { code: 'login-required', json: { defined: false, code: 'login-required', status: 401, message: '' } }
  await page.route(address, (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 })
}

async function signInAgain(page: Page, person: Person): Promise<void> {
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.getByLabel('邮箱').fill(person.email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/ai/${FAST_TOOL}$`))
}

test('a session that ends while a picture is sent: after the sign-in the upload goes on by itself', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(SESSION_ENDED)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await expect(chooser(page)).toBeAttached()
  await endSession(page, '**/api/uploads')
  await chooser(page).setInputFiles(await picture({ name: 'under-way.jpg' }))
  await signInAgain(page, person)
  await expectFlow(page, 'held')
  await expect(page.getByText('under-way.jpg')).toBeVisible()
  await expect(startButton(page)).toBeEnabled()
})

/** The files that wait in the browser for a sign-in. */
const waitingFiles = (page: Page): Promise<number> =>
  page.evaluate(
    ([name, store]) =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open(name)
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const counted = opened.result.transaction(store).objectStore(store).count()
          counted.onsuccess = () => resolve(counted.result)
        }
      }),
    [KEPT_FILE_DATABASE, KEPT_FILE_STORE] as const,
  )

test('a session that ends while a picture is sent: whoever signs in next at this computer finds neither it nor its person', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(SESSION_ENDED)
  const [first, next] = await Promise.all([register(), register()])
  await first.enter(context)
  await openTool(page)
  // For a person who is not known yet it would wait for whoever signs in.
  await expect(balance(page)).toHaveText(/5 积分/)
  await endSession(page, '**/api/uploads')
  await chooser(page).setInputFiles(await picture({ name: 'under-way.jpg' }))
  await expect(page).toHaveURL(/\/login\?redirect=/)
  expect(await waitingFiles(page)).toBe(1)
  await signInAgain(page, next)
  await expect(balance(page)).toHaveText(/5 积分/)
  await expect.poll(() => waitingFiles(page)).toBe(0)
  await expect(page.getByText('under-way.jpg')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(first.email)
})

test('[PROD-04] a session that ends at the start: picture and parameters survive the sign-in, and the run costs once', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(SESSION_ENDED)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ name: 'kept.jpg' }))
  await chooseManual(page)
  await strength(page).press('End')
  await endSession(page, '**/processing/jobs/start')
  await startButton(page).click()
  await signInAgain(page, person)
  await expectFlow(page, 'held')
  await expect(page.getByText('kept.jpg')).toBeVisible()
  await expect(strength(page)).toHaveAttribute('aria-valuenow', '1')
  await expect(startButton(page)).toBeEnabled()
  expect(await balanceOf(person)).toBe(5)
  await startButton(page).click()
  await expectFlow(page, 'result')
  expect(await balanceOf(person)).toBe(3)
  const [entry] = (await person.api.history.list({ limit: 10, offset: 0 })).entries
  expect(entry?.records.map(({ mode, params }) => [mode, params.strength])).toEqual([['manual', 1]])
})

test('pictures of the own history are chosen by keyboard; a result becomes the input of the next run; versions are compared, and the way back to the original is one press', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await page.getByRole('button', { name: '从历史记录选择' }).press('Enter')
  await expect(page.getByText('还没有可用的图片')).toBeVisible()
  await page.keyboard.press('Escape')
  await holdPicture(page, await picture({ name: 'first.jpg' }))
  await startButton(page).click()
  await expectFlow(page, 'result')
  await page.getByRole('button', { name: '重新选择' }).click()
  await page.getByRole('button', { name: '从历史记录选择' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '从历史记录选择' })
  await expect(dialog.getByRole('button', { name: /^原图：first\.jpg/ })).toBeVisible()
  await dialog.getByRole('button', { name: /^处理结果：first\.jpg/ }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expectFlow(page, 'held')
  await expect(startButton(page)).toBeEnabled()
  await startButton(page).click()
  await expectFlow(page, 'result')
  const [entry] = (await person.api.history.list({ limit: 10, offset: 0 })).entries
  const [second, first] = entry!.records
  expect(second?.parentId).toBe(first?.id)

  const versions = page.getByRole('region', { name: VERSION_TEXTS.title })
  const names = [VERSION_TEXTS.original, '标准降噪', '标准降噪 2']
  await expect(versions.getByRole('listitem')).toHaveText(names)
  await versions.getByRole('button', { name: VERSION_TEXTS.compare }).click()
  const compared = page.getByRole('dialog')
  await expect(compared.getByRole('slider', { name: COMPARE_TEXTS.handle })).toBeVisible()
  await compared.getByRole('radiogroup', { name: VERSION_TEXTS.left }).getByText('标准降噪', { exact: true }).click()
  await expect(compared.getByText(/^标准降噪 240 × 160 · 标准降噪 2 240 × 160/)).toBeVisible()
  await expectAccessible(page, 'two versions')
  await page.keyboard.press('Escape')
  await versions.getByRole('button', { name: fillText(VERSION_TEXTS.use, { name: VERSION_TEXTS.original }) }).click()
  await expectFlow(page, 'held')
  await expect(page.getByText(/^240 × 160 · /)).toBeVisible()

  await page.goto('/profile/history')
  const runs = page.getByRole('main').getByRole('listitem').filter({ hasText: 'first.jpg' }).getByRole('list')
  await expect(runs.first().getByRole('list').getByRole('listitem')).toContainText('在上一个结果上继续优化')
  const search = page.getByRole('searchbox', { name: HISTORY_PAGE_TEXTS.search })
  await search.fill('锐化')
  await expect(page.getByText(HISTORY_PAGE_TEXTS.noMatch)).toBeVisible()
  await search.fill('降噪')
  await expect(page.getByText('first.jpg').first()).toBeVisible()
})

test('[PROC-15] the result is a picture: PNG, and as JPEG and as WebP of the size that the link names', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ width: 480, height: 320 }))
  await startButton(page).click()
  await expectFlow(page, 'result')
  const png = await page.request.get((await page.getByRole('link', { name: '保存图片' }).getAttribute('href'))!)
  expect(png.headers()['content-type']).toBe('image/png')
  expect(await sharp(await png.body()).metadata()).toMatchObject({ format: 'png', width: 480, height: 320 })
  await page.getByRole('button', { name: '其他格式' }).click()
  for (const [format, ending] of [
    ['JPEG', 'jpg'],
    ['WebP', 'webp'],
  ] as const) {
    await page.getByRole('radiogroup', { name: '格式' }).getByText(format, { exact: true }).click()
    const link = page.getByRole('link', { name: new RegExp(`^下载 ${format}（`) })
    // It stands there once it is made.
    await expect(link).toBeVisible({ timeout: RUN_TIMEOUT_MS })
    const started = page.waitForEvent('download')
    await link.click()
    const download = await started
    expect(download.suggestedFilename()).toMatch(new RegExp(`^processed-\\d+\\.${ending}$`))
    const bytes = readFileSync(await download.path())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: format.toLowerCase(), width: 480, height: 320 })
    await expect(link).toContainText(`${Math.round(bytes.length / 1024)} KB`)
  }
})

test('without a network, and while processing is stopped, the start says why and everything stays', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
  await (await register()).enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ name: 'stays.jpg' }))
  await context.setOffline(true)
  await expect(page.getByText('网络已断开，恢复后可以继续')).toBeVisible()
  await expect(startButton(page)).toBeDisabled()
  // Coming near a link fetches its page; what fails then must not take this one along.
  for (const link of await page.locator('header a, footer a').all()) await link.focus()
  await expect(page.getByText('stays.jpg')).toBeVisible()
  await context.setOffline(false)
  await expect(startButton(page)).toBeEnabled()

  await operatorSets(page, { emergencyStop: true })
  await page.reload()
  await expect(page.getByText('图片和设置会保留在本页，恢复后无需重新上传。')).toBeVisible()
  await expect(page.getByText('stays.jpg')).toBeVisible()
  await expect(startButton(page)).toBeDisabled()
  await operatorSets(page, { maintenance: true })
  await page.reload()
  await expect(page.getByRole('heading', { name: STATE_TEXTS.maintenanceTitle })).toBeVisible()
  await operatorSets(page, {})
  await page.getByRole('button', { name: CONTROL_TEXTS.retry }).click()
  await expect(page.getByText('stays.jpg')).toBeVisible()
  await expect(startButton(page)).toBeEnabled()
})

/** As the browser gets it; the server's refusals have their own tests. */
async function operatorSets(page: Page, changes: { emergencyStop?: boolean; maintenance?: boolean }): Promise<void> {
  await page.unroute('**/site/status')
  await page.route('**/site/status', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: object }
    await route.fulfill({ response: answer, json: { ...body, json: { ...body.json, ...changes } } })
  })
}

test('a picture that is pasted is taken, and phones may open the camera', async ({ page, context }) => {
  await (await register()).enter(context)
  await openTool(page)
  await expect(page.getByLabel('拍照', { exact: true })).toHaveAttribute('capture', 'environment')
  const { buffer } = await picture()
  await page.evaluate((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))
  }, buffer.toString('base64'))
  await expectFlow(page, 'held')
  await expect(page.getByText('pasted.jpg')).toBeVisible()
})

test('the sample picture is uploaded as any other and becomes a result', async ({ page, context }) => {
  await (await register()).enter(context)
  await openTool(page, 'lighting/adjust')
  await page.getByRole('button', { name: '试试示例图片' }).click()
  await expectFlow(page, 'held')
  await expect(page.getByText('示例图片.webp')).toBeVisible()
  await expect(startButton(page)).toBeEnabled()
  await startButton(page).click()
  await expectFlow(page, 'result')
})

test('nothing on the page moves by itself: the panel once for the chosen picture and once for the start', async ({
  page,
  context,
}) => {
  await watchShifts(page)
  await (await register()).enter(context)
  await openTool(page)
  await expect(page.getByText('剩余 5 积分')).toBeVisible()
  await holdPicture(page, await picture({ width: 1200, height: 800 }))
  await startButton(page).click()
  await expectFlow(page, 'result')
  await expect(page.getByRole('link', { name: '保存图片' })).toBeVisible()
  const moves = (await unaskedOf(page)).filter(({ value }) => value > 0.001)
  const movesIn = (flow: string) => moves.filter((move) => move.flow === flow)
  // A slow machine answers an act later than the half second that the browser grants it: what it changes may move in one frame.
  expect(movesIn('held').length, wordsOf(moves)).toBeLessThanOrEqual(1)
  expect(sumOf(movesIn('held')), wordsOf(moves)).toBeLessThan(0.01)
  expect(movesIn('processing').length, wordsOf(moves)).toBeLessThanOrEqual(1)
  expect(wordsOf(moves.filter(({ flow }) => flow !== 'held' && flow !== 'processing'))).toBe('')
})
