// The history as a place to work from: find, look again, run again, take everything along (document 1 §2; P-09, P-10, C-14).
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { startOf } from '#features/processing/testing/start-of.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, origin, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import {
  expectCompleted,
  expectFlow,
  FAST_TOOL,
  holdPicture,
  openTool,
  RUN_TIMEOUT_MS,
  startButton,
  uploadOver,
} from './tool-steps.ts'

async function runOver(person: Person, uploadId: string): Promise<string> {
  const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
  await expectCompleted(person, id)
  return id
}

test(
  '[HIST-08] [HIST-09] a run is found again, compared, downloaded and run again',
  ON_BOTH_DATABASES,
  async ({ page, context }) => {
    const person = await register()
    await person.enter(context)
    const upload = await uploadOver(person, await picture({ name: '外婆的生日.jpg' }), origin())
    await uploadOver(person, await picture({ name: '风景.png', format: 'png' }), origin())
    const jobId = await runOver(person, upload.id)

    await page.goto('/profile/history')
    await expect(page.getByText('风景.png')).toBeVisible()
    await expect(page.getByRole('region', { name: '存储空间' })).toContainText('今天上传 2 次，最多 500 次')
    await page.getByRole('searchbox', { name: '搜索文件名、工具或画面问题' }).fill('生日')
    await expect(page.getByText('风景.png')).toBeHidden()
    await page.reload()
    await expect(page.getByText('外婆的生日.jpg')).toBeVisible()
    await expect(page.getByRole('searchbox', { name: '搜索文件名、工具或画面问题' })).toHaveValue('生日')

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 外婆的生日.jpg' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^processed-\d+\.png$/)
    expect((await sharp(await file.path()).metadata()).format).toBe('png')

    await page.getByRole('button', { name: '对比 外婆的生日.jpg 处理前后' }).click()
    const dialog = page.getByRole('dialog', { name: '外婆的生日.jpg' })
    await expect(dialog.getByRole('slider')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: '清理旧记录' }).click()
    await expect(page.getByText('没有 30 天前的记录，无需清理。')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()

    await page.getByRole('button', { name: '再次处理 外婆的生日.jpg' }).click()
    await page.getByRole('menuitem', { name: '用原图重新处理' }).click()
    await expect(page).toHaveURL(new RegExp(`/ai/${FAST_TOOL}$`))
    await expectFlow(page, 'held')
    await expect(startButton(page)).toBeEnabled()
    expect(await person.api.processing.jobs.get({ id: jobId })).toMatchObject({ status: 'completed' })
  },
)

test('tiers with batch_process take the chosen results along as one archive', async ({ page, context }) => {
  const person = await signIn(ADMIN_EMAIL)
  await person.enter(context)
  const names = [`甲-${randomUUID().slice(0, 6)}.jpg`, `乙-${randomUUID().slice(0, 6)}.jpg`]
  for (const name of names) {
    const upload = await uploadOver(person, await picture({ name }), origin())
    await runOver(person, upload.id)
  }
  await page.goto('/profile/history')
  for (const name of names) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '批量下载' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^焕影-结果-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await file.path()))
  expect(Object.keys(files).sort()).toEqual(names.map((name) => `${name.slice(0, -4)} - 标准降噪.png`).sort())
  for (const content of Object.values(files)) expect((await sharp(content).metadata()).format).toBe('png')
})

test('[ASYNC-10] [HIST-17] [HIST-28] [ERR-PROC-16] an async run whose page was left at once is found in the history; what cannot be downloaded says so; a state of tomorrow reads 未知', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 404/)
  const person = await register()
  await person.enter(context)
  await openTool(page, 'restore/dust-scratch')
  await holdPicture(page, await picture({ name: 'left.jpg' }))
  await startButton(page).click()
  await expectFlow(page, 'processing')
  await page.goto('/profile/billing')
  await expect
    .poll(async () => (await person.api.history.list({})).entries[0]?.records[0]?.status, { timeout: RUN_TIMEOUT_MS })
    .toBe('completed')
  await page.goto('/profile/history')
  const entry = page.getByRole('listitem').filter({ hasText: 'left.jpg' }).first()
  await expect(entry.getByText('已完成', { exact: true })).toBeVisible()

  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  const download = page.getByRole('button', { name: '下载 left.jpg' })
  await page.route('**/files/**', (route) => route.fulfill({ status: 404 }))
  await download.click()
  await expect(page.getByText('下载失败，请重试', { exact: true })).toBeVisible()
  expect(warnings.join()).toContain('Failed to download result from Storage: 404')
  await page.unroute('**/files/**')
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/\.png$/)

  await page.route('**/rpc/history/list', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"completed"', '"archived"') })
  })
  await page.reload()
  await expect(entry.getByText('未知', { exact: true })).toBeVisible()
})

const figureOf = (page: Page, name: string) =>
  page.getByRole('main').locator('dt').getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')

test(
  '[HIST-02] [BILL-02] [BILL-03] [BILL-04] [BILL-05] the statistics of the history are those of the pictures and runs that are there, all seven; so are the figures of the billing page',
  ON_BOTH_DATABASES,
  async ({ page, context }) => {
    const person = await register()
    await person.enter(context)
    const files = [await picture({ name: 'a.jpg' }), await picture({ name: 'b.png', format: 'png' })]
    const uploads: { readonly id: string }[] = []
    for (const file of files) uploads.push(await uploadOver(person, file, origin()))
    const start = () => person.api.processing.jobs.start(startOf({ uploadId: uploads[0]!.id }))
    const read = (id: string) => person.api.processing.jobs.get({ id })
    const endOf = async ({ id }: { readonly id: string }) => {
      await expect.poll(async () => (await read(id)).status, { timeout: RUN_TIMEOUT_MS }).toMatch(/completed|failed/)
      return read(id)
    }
    const done = await endOf(await start())
    const cancelled = await start()
    await person.api.processing.jobs.cancel({ id: cancelled.id })
    // A quick run may end before it is cancelled.
    const ends = [done, await endOf(cancelled)]
    const completed = ends.filter(({ status }) => status === 'completed').length
    const used = ends.reduce((sum, { creditsConsumed }) => sum + creditsConsumed, 0)
    const bytes = files.reduce((sum, { buffer }) => sum + buffer.length, 0)
    await page.goto('/profile/history')
    for (const [name, value] of [
      ['上传图片', '2'],
      ['处理次数', '2'],
      ['处理成功', String(completed)],
      ['消耗积分', String(used)],
      ['本月上传', '2'],
      ['本月处理', '2'],
      ['占用空间', sizeText(bytes)],
    ] as const)
      await expect(figureOf(page, name), name).toHaveText(value)
    await expect(page.getByRole('region', { name: '统计' }).locator('dt')).toHaveCount(7)

    await page.goto('/profile/billing')
    for (const [name, value] of [
      ['剩余积分', 5 - used],
      ['已使用积分', used],
      ['本月处理次数', completed],
      ['累计处理次数', completed],
    ] as const)
      await expect(figureOf(page, name), name).toHaveText(String(value))
  },
)
