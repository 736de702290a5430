// What is said of a result is what its run did: uploaded, computed by the real engine and read over HTTP.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { PARAMETERS } from '#rulebook/tools/parameters.ts'
import type { Upload } from '../../contract.ts'
import { createLocalProvider } from '../provider/local-provider.ts'
import { createProviders } from '../provider/providers.ts'
import {
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  const engine = createLocalEngine()
  service = await openTestService({
    engine,
    providers: () => createProviders({ byDefault: createLocalProvider(engine) }),
  })
})
afterAll(() => service.close())

async function upload(userId: string, bytes: Uint8Array, type: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'main')
  form.set('file', new Blob([bytes as never], { type }), 'picture')
  const headers = { authorization: `Bearer ${userId}` }
  const response = await fetch(`${service.origin}/api/uploads`, { method: 'POST', body: form, headers })
  return ((await response.json()) as Upload).id
}

const picture = (name: string) => readFile(new URL(`../../../../engine/testing/${name}`, import.meta.url))

it.each([
  ['printed-menu.webp', false],
  ['kitten.webp', true],
])('%s by a generative tool: detail was added %s', async (name, expected) => {
  const userId = await createTestUser(service.database)
  const uploadId = await upload(userId, await picture(name), 'image/webp')
  const input = await startInput(service, userId, {
    source: { uploadId },
    modelKey: 'enhance/generative/redefine',
    shownCredits: 5,
    mode: 'manual',
    params: { output_height: PARAMETERS.output_height.min! },
  })
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  const job = (await watchToEnd(service, userId, id)).at(-1)!
  expect(job).toMatchObject({ status: 'completed', result: { hasInventedDetail: expected } })
})

/** Weak noise: what denoising changes can hardly be seen pixel by pixel. */
async function noisyPhoto(borderPx: number): Promise<Buffer> {
  const { data, info } = await sharp(await picture('kitten.webp'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const noisy = data.map((value, n) => Math.max(0, Math.min(255, value + Math.round(6 * hash(n)))))
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const photo = sharp(noisy, { raw })
  const padding = { top: borderPx, bottom: borderPx, left: borderPx, right: borderPx, background: '#fff' }
  return photo.extend(padding).png().toBuffer()
}
/** −1 to 1, evenly. */
const hash = (n: number) => 2 * (((Math.imul(n + 1, 2654435761) >>> 8) % 65_536) / 65_535) - 1

it('a small noisy photo on a large white border is denoised, and that is charged', async () => {
  const userId = await createTestUser(service.database)
  const uploadId = await upload(userId, await noisyPhoto(200), 'image/png')
  const input = await startInput(service, userId, { source: { uploadId }, modelKey: 'denoise/normal' })
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  const job = (await watchToEnd(service, userId, id)).at(-1)!
  expect(job).toMatchObject({ status: 'completed', creditsConsumed: 2, noEffect: null })
  expect((await readMoney(service.database, userId)).balance).toBe(3)
})

it('what a guest saves of a shared result names neither place nor camera, and has all else', async () => {
  const userId = await createTestUser(service.database)
  await service.database.query('update user_profiles set keeps_position = true where id = $1', [userId])
  const photo = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#8090a0' } })
    .withExif({ IFD0: { Make: 'Acme' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 30/1' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const uploadId = await upload(userId, photo, 'image/jpeg')
  const { processing } = service.clientOf(userId)
  const input = await startInput(service, userId, { source: { uploadId }, modelKey: 'lighting/adjust' })
  const job = (await watchToEnd(service, userId, (await processing.jobs.start(input)).id)).at(-1)!
  const own = Buffer.from(await (await fetch(service.origin + job.result!.downloadAddress)).arrayBuffer())
  const share = await processing.shares.create({ jobId: job.id, days: 7, allowsDownload: true })
  const given = await fetch(share.address.replace('http://localhost', service.origin).replace('?k=', '/download?k='))
  const saved = Buffer.from(await given.arrayBuffer())
  expect((await sharp(own).metadata()).exif?.toString('latin1')).toContain('Acme')
  const { exif, icc, xmp } = await sharp(saved).metadata()
  expect({ exif, icc, xmp }).toEqual({
    exif: undefined,
    icc: (await sharp(own).metadata()).icc,
    xmp: expect.objectContaining({ length: expect.any(Number) }),
  })
  expect(icc).toBeDefined()
  expect(Number(given.headers.get('content-length'))).toBe(saved.length)
  expect(await sharp(saved).raw().toBuffer()).toEqual(await sharp(own).raw().toBuffer())
})
