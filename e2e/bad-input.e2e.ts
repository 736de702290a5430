// Files that are not what an uploader wants (document 2 §5, §8; C-10, C-11): the documents' text, nothing lost, page usable after.
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bmp24 } from '#engine/testing/encode-sample.ts'
import { MEGABYTE } from '#rulebook/pictures/upload.ts'
import { HTTP_MAX_RETRIES } from '#rulebook/site/timing.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { type PictureFile, picture } from './picture.ts'
import { chooser, expectFlow, holdPicture, openTool, startButton } from './tool-steps.ts'

const HEIC = new URL('../src/features/processing/testing/drawn.heic', import.meta.url)
const MAIN_REFUSAL = '不支持的文件格式。支持格式：JPEG, JPG, PNG, WEBP, HEIC, HEIF, TIFF, TIF'

const folder = mkdtempSync(join(tmpdir(), 'huanying-journey-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file of this size that takes no room on the disk. */
function sparse(name: string, sizeBytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  truncateSync(path, sizeBytes)
  return path
}
/** A picture with so much behind its end that the file has exactly this size: decoders stop at the end. */
function padded(name: string, picture: Buffer, sizeBytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, picture)
  truncateSync(path, sizeBytes)
  return path
}
async function bmp(): Promise<PictureFile> {
  const { data, info } = await sharp((await picture()).buffer)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return made('a.bmp', 'image/bmp', bmp24({ data, width: info.width, height: info.height, channels: 3, bits: 8 }))
}
const made = (name: string, mimeType: string, content: string | Buffer): PictureFile => ({
  name,
  mimeType,
  buffer: Buffer.from(content as string),
})

async function expectRefused(page: Page, file: PictureFile | string, text: string | RegExp): Promise<void> {
  await chooser(page).setInputFiles(file)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(text)
}
/** Width of the picture that the page holds; 0 while the browser shows none. */
const shownWidth = (page: Page): Promise<number> =>
  page
    .getByRole('main')
    .locator('img')
    .evaluateAll((images: HTMLImageElement[]) => Math.max(0, ...images.map(({ naturalWidth }) => naturalWidth)))
const reselect = (page: Page) => page.getByRole('button', { name: '重新选择' }).click()

test('[UPLOAD-09] [UPLOAD-10] [UPLOAD-24] the main uploader refuses with the stated texts, keeps what it holds, and goes on', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 4\d\d.*api\/uploads/)
  await (await register()).enter(context)
  await openTool(page)
  const good = await picture({ name: 'good.jpg' })
  await expectRefused(page, await picture({ format: 'gif' }), MAIN_REFUSAL)
  await expectRefused(page, made('a.bmp', 'image/bmp', 'BM'.padEnd(2000)), MAIN_REFUSAL)
  await expectRefused(page, made('a.pdf', 'application/pdf', '%PDF-1.7'.padEnd(2000)), MAIN_REFUSAL)
  await expectRefused(page, sparse('large.jpg', 50 * MEGABYTE + 1), '文件大小不能超过 50 MB')
  await expectRefused(
    page,
    made('tiny.jpg', 'image/jpeg', good.buffer.subarray(0, 900)),
    /^图片文件过小，可能不是有效图片/,
  )
  await expectRefused(page, made('text.jpg', 'image/jpeg', 'no picture at all. '.repeat(200)), MAIN_REFUSAL)
  const cut = await picture({ width: 1200, height: 900 })
  await expectRefused(page, made('cut.jpg', 'image/jpeg', cut.buffer.subarray(0, 3000)), /^无法读取图片信息/)
  await expectFlow(page, 'idle')
  await expect(startButton(page)).toBeDisabled()

  await holdPicture(page, good)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF'], 'b.pdf', { type: 'application/pdf' }))
    for (const type of ['dragover', 'drop'])
      document.querySelector('main')!.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true }))
  })
  await expect(page.getByRole('main').getByRole('alert').getByText(MAIN_REFUSAL, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('文件：b.pdf（1 KB）')
  await expect(page.getByText('good.jpg')).toBeVisible()
  await expect(startButton(page)).toBeEnabled()

  await reselect(page)
  await chooser(page).setInputFiles(padded('fifty.jpg', good.buffer, 50 * MEGABYTE))
  await expectFlow(page, 'held')
  await expect(page.getByText('fifty.jpg')).toBeVisible()
})

test('[UPLOAD-01] [UPLOAD-02] [UPLOAD-03] [UPLOAD-04] [UPLOAD-05] [UPLOAD-06] [UPLOAD-07] [UPLOAD-08] the main uploader takes each of its types, also under a wrong name', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page)
  const heic = readFileSync(HEIC)
  const tiff = await picture({ format: 'tiff' })
  const png = await picture({ format: 'png' })
  for (const file of [
    await picture({ name: 'a.jpeg' }),
    await picture({ name: 'a.jpg' }),
    png,
    await picture({ format: 'webp' }),
    made('a.heic', 'image/heic', heic),
    made('a.heif', 'image/heif', heic),
    made('a.tiff', 'image/tiff', tiff.buffer),
    made('a.tif', 'image/tiff', tiff.buffer),
    made('really-a-png.jpg', 'image/jpeg', png.buffer),
  ]) {
    await holdPicture(page, file)
    await expect(page.getByRole('main').getByText(file.name).first()).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/240\s*×\s*160/)
        .first(),
      file.name,
    ).toBeVisible()
    await expect.poll(() => shownWidth(page), file.name).toBeGreaterThan(0)
    await reselect(page)
  }
})

test('[UPLOAD-12] [UPLOAD-13] [UPLOAD-14] [UPLOAD-25] the alternate uploader: its own list, limit and texts; a failed storage loses nothing', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 400.*api\/uploads/)
  await (await register()).enter(context)
  await openTool(page, 'sharpen/standard/natural')
  await expectRefused(page, made('a.txt', 'text/plain', 'text'.repeat(500)), '请选择图片文件')
  await expectRefused(page, sparse('large.png', 10 * MEGABYTE + 1), '文件大小不能超过10MB')
  await page.route('**/api/uploads', (route) => route.fulfill({ status: 400, json: { code: 'storage-failed' } }))
  const gif = await picture({ format: 'gif' })
  await expectRefused(page, gif, /^OSS上传失败/)
  await expectFlow(page, 'idle')
  await expect(page.getByRole('button', { name: '重新上传' })).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('selected-image'))).toBeNull()
  await page.unroute('**/api/uploads')
  for (const file of [gif, await bmp(), made('a.heic', 'image/heic', readFileSync(HEIC))]) {
    await holdPicture(page, file)
    await expect(page.getByText(file.name)).toBeVisible()
    await reselect(page)
  }
  await chooser(page).setInputFiles(padded('ten.png', (await picture({ format: 'png' })).buffer, 10 * MEGABYTE))
  await expectFlow(page, 'held')
  await expect(page.getByText('ten.png')).toBeVisible()
})

test('[UPLOAD-22] a file that is gone when it is sent cannot be read: said so, with what to do, and not as a lost network', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/ERR_FAILED|ERR_FILE_NOT_FOUND/)
  await (await register()).enter(context)
  await openTool(page)
  const path = join(folder, 'gone.jpg')
  writeFileSync(path, (await picture()).buffer)
  // No try leaves the browser, so that the file can go before the one by hand.
  await page.route('**/api/uploads', (route) => route.abort(), { times: 1 + HTTP_MAX_RETRIES })
  await expectRefused(page, path, /^网络连接失败/)
  rmSync(path)
  await page.getByRole('button', { name: '重新上传' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/^读取文件失败，.*请重新选择/)
  await expect(page.getByRole('button', { name: '重新上传' })).toHaveCount(0)
  await holdPicture(page)
})
