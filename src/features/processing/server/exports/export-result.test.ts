// A result as JPEG and WebP: real files of the right kind and name, for their owner only, made once, removed with the result.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { readJpegQuality } from '#engine/picture/read-jpeg-quality.ts'
import type { ExportFormat, ExportQuality } from '#rulebook/runs/result-exports.ts'
import { removeExpiredFiles } from '../retention/retention.job.ts'
import { exportKey, keysWithCopies } from '../storage-keys.ts'
import { createTestUser, openTestService, startInput, type TestService, watchToEnd } from '../testing/test-service.ts'

const engine = createLocalEngine()
let service: TestService
let whileEncoding = async () => {}
let folder: string
/** Files that are made at the same time. */
const encoding = { now: 0, most: 0 }
beforeAll(async () => {
  const encode: typeof engine.encode = async (...asked) => {
    await whileEncoding()
    encoding.now += 1
    encoding.most = Math.max(encoding.most, encoding.now)
    return engine.encode(...asked).finally(() => {
      encoding.now -= 1
    })
  }
  service = await openTestService({ engine: { ...engine, encode } })
  folder = await mkdtemp(join(tmpdir(), 'huanying-export-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function finishedRun(): Promise<{ userId: string; id: string; resultKey: string }> {
  const userId = await createTestUser(service.database)
  const { id } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  await watchToEnd(service, userId, id)
  return { userId, id, resultKey: `results/${userId}/${id}/result.png` }
}
const order = (userId: string, id: string, format: ExportFormat, quality: ExportQuality = 'high') =>
  service.clientOf(userId).processing.jobs.export({ id, format, quality })

/** Encodes these samples by way of a stored PNG. */
async function encoded(png: Sharp, format: ExportFormat): Promise<Buffer> {
  const [sourcePath, targetPath] = [join(folder, `${crypto.randomUUID()}.png`), join(folder, crypto.randomUUID())]
  await png.png().toFile(sourcePath)
  await engine.encode({ sourcePath, targetPath, format, quality: 95 })
  return readFile(targetPath)
}

it.each([
  ['jpeg', 'jpg', 'image/jpeg'],
  ['webp', 'webp', 'image/webp'],
] as const)('a result downloads as %s of full size under its own name', async (format, ending, mimeType) => {
  const { userId, id } = await finishedRun()
  const { downloadAddress, sizeBytes } = await order(userId, id, format)
  const answer = await fetch(service.origin + downloadAddress)
  expect(answer.headers.get('content-type')).toBe(mimeType)
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="processed-\\d+\\.${ending}"`),
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(sizeBytes)
  expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 64, height: 48 })
})

it("[MEDIA-02] the usual smaller file is a JPEG of quality 0.85 and of the result's own size", async () => {
  const { userId, id, resultKey } = await finishedRun()
  const large = join(folder, 'large.png')
  await sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#7a5c3e' } })
    .png()
    .toFile(large)
  await service.storage.putFile(resultKey, large, 'image/png')
  const { downloadAddress } = await order(userId, id, 'jpeg')
  const bytes = Buffer.from(await (await fetch(service.origin + downloadAddress)).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2000, height: 1200 })
  expect(readJpegQuality(bytes)).toBe(85)
})

it('is made once, and in as many files as there are qualities', async () => {
  const { userId, id, resultKey } = await finishedRun()
  await order(userId, id, 'jpeg', 'best')
  const key = exportKey(resultKey, 'jpeg', 'best')
  const marker = join(folder, 'marker')
  await writeFile(marker, 'made before')
  await service.storage.putFile(key, marker, 'image/jpeg')
  expect((await order(userId, id, 'jpeg', 'best')).sizeBytes).toBe('made before'.length)
  expect((await order(userId, id, 'jpeg', 'small')).sizeBytes).not.toBe('made before'.length)
})

it('is made after the one before, whoever asks: memory stays bounded', async () => {
  const runs = await Promise.all([finishedRun(), finishedRun(), finishedRun()])
  await Promise.all(runs.map(({ userId, id }) => order(userId, id, 'webp', 'best')))
  expect(encoding).toEqual({ now: 0, most: 1 })
})

it("is nobody else's, and there is none without a result", async () => {
  const { userId, id } = await finishedRun()
  const stranger = await createTestUser(service.database)
  await expect(order(stranger, id, 'jpeg')).rejects.toMatchObject({ code: 'job-not-found' })
  const anonymous = service.clientOf(null).processing.jobs.export({ id, format: 'jpeg', quality: 'high' })
  await expect(anonymous).rejects.toMatchObject({ code: 'login-required' })
  service.provider.next({ failure: 'no' })
  const { id: failedId } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  await watchToEnd(service, userId, failedId)
  service.provider.next({})
  await expect(order(userId, failedId, 'jpeg')).rejects.toMatchObject({ code: 'result-expired' })
})

it('a size that the format cannot hold is refused, and a PNG that is gone is told as such', async () => {
  const { userId, id, resultKey } = await finishedRun()
  await service.database.query('update processing_history set result_width = 16384 where id = $1', [id])
  await expect(order(userId, id, 'webp')).rejects.toMatchObject({ code: 'export-too-large', data: { format: 'WebP' } })
  await service.database.query('update processing_history set result_width = 16383 where id = $1', [id])
  expect((await order(userId, id, 'webp')).sizeBytes).toBeGreaterThan(0)
  await order(userId, id, 'jpeg', 'best')
  await service.storage.remove(resultKey)
  await expect(order(userId, id, 'jpeg', 'small')).rejects.toMatchObject({ code: 'result-expired' })
})

it('[ERR-PROC-11] a result that cannot be compressed says so', async () => {
  const { userId, id, resultKey } = await finishedRun()
  const path = join(folder, 'no-picture')
  await writeFile(path, 'no picture')
  await service.storage.putFile(resultKey, path, 'image/png')
  await expect(order(userId, id, 'jpeg')).rejects.toMatchObject({ code: 'compression-failed' })
})

it('goes with its result when the files expire', async () => {
  const { userId, id, resultKey } = await finishedRun()
  await order(userId, id, 'webp')
  const key = exportKey(resultKey, 'webp', 'high')
  expect(await service.storage.stat(key)).toBeDefined()
  await service.database.query(`update processing_history set created_at = now() - interval '31 days' where id = $1`, [
    id,
  ])
  await removeExpiredFiles({ ...service, log: pino({ level: 'silent' }) })
  expect(await service.storage.stat(key)).toBeUndefined()
  expect(keysWithCopies(resultKey)).toContain(key)
})

it('is not left behind when its result goes while it is made', async () => {
  const { userId, id, resultKey } = await finishedRun()
  whileEncoding = async () => {
    await service.database.query('update processing_history set deleted_at = now() where id = $1', [id])
    await removeExpiredFiles({ ...service, log: pino({ level: 'silent' }) })
  }
  await expect(order(userId, id, 'webp')).rejects.toMatchObject({ code: 'result-expired' })
  whileEncoding = async () => {}
  expect(await service.storage.stat(exportKey(resultKey, 'webp', 'high'))).toBeUndefined()
})

it('keeps what the result carries: colour profile, EXIF and label; whitens transparency in JPEG only', async () => {
  const samples = sharp({ create: { width: 32, height: 32, channels: 3, background: { r: 200, g: 40, b: 40 } } })
  for (const format of ['jpeg', 'webp'] as const) {
    const bytes = await encoded(
      samples
        .clone()
        .withIccProfile('p3')
        .withExifMerge({ IFD0: { Model: 'camera' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'),
      format,
    )
    const facts = await sharp(bytes).metadata()
    expect([format, facts.icc !== undefined, facts.exif?.includes('camera')]).toEqual([format, true, true])
    expect(facts.xmp?.includes('adobe:ns:meta/')).toBe(true)
  }
  const clear = sharp({ create: { width: 16, height: 16, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const [red] = await sharp(await encoded(clear.clone(), 'jpeg'))
    .raw()
    .toBuffer()
  expect(red).toBeGreaterThan(250)
  expect((await sharp(await encoded(clear.clone(), 'webp')).metadata()).hasAlpha).toBe(true)
})
