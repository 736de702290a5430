// Uploading over HTTP with the real engine: lists and limits of each place, bad input by name, storage and records.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { readJpegQuality } from '#engine/picture/read-jpeg-quality.ts'
import { bmp24 } from '#engine/testing/encode-sample.ts'
import { flatPng } from '#engine/testing/flat-png.ts'
import { StorageFullError } from '#platform/server/storage/object-storage.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { TRIAL_LEAST_FREE_BYTES, TRIAL_STORAGE_BYTES } from '#rulebook/pictures/storage-layout.ts'
import { ALTERNATE_MAX_BYTES, MAIN_MAX_BYTES, MEGABYTE, MIN_BYTES } from '#rulebook/pictures/upload.ts'
import type { Upload } from '../../contract.ts'
import { createTestUser, eventually, openTestService, type TestService } from '../testing/test-service.ts'

const HOSTILE = fileURLToPath(new URL('../../../../../../shared/data/formats/own-hostile/', import.meta.url))
/** Our own drawing, so that the format is tried everywhere: nothing that the service is made of writes HEVC. */
const DRAWN_HEIC = new URL('../../testing/drawn.heic', import.meta.url)

let service: TestService
let userId: string
let failingPuts = 0
let failingTransactions = 0
let crashes = false
let freeBytes = 1e12
beforeAll(async () => {
  const engine = createLocalEngine({ parallelInspections: 2 })
  service = await openTestService({
    engine: {
      ...engine,
      inspect: (request) => (crashes ? Promise.reject(new EngineError('crashed')) : engine.inspect(request)),
    },
    hasWorker: false,
    overrides: { readFreeBytes: async () => freeBytes },
    wrapStorage: (storage) => ({
      ...storage,
      putFile: async (key, path, type) => {
        if (failingPuts > 0 && key.includes('_thumb')) {
          failingPuts -= 1
          throw new StorageFullError()
        }
        return storage.putFile(key, path, type)
      },
    }),
    wrapDatabase: (database) => ({
      ...database,
      orm: new Proxy(database.orm, {
        get: (orm, name) => {
          if (name !== 'transaction' || failingTransactions === 0) return Reflect.get(orm, name)
          failingTransactions -= 1
          return () => Promise.reject(new Error('the database is away'))
        },
      }),
    }),
  })
  userId = await createTestUser(service.database)
})
afterAll(() => service.close())
afterEach(() => {
  failingPuts = 0
  failingTransactions = 0
  crashes = false
})

const noise = (width: number, height: number) =>
  sharp(Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, n) => (n * 2654435761) >>> 24)), {
    raw: { width, height, channels: 3 },
  })

interface Sent {
  readonly purpose?: string
  readonly name?: string
  readonly type?: string
  readonly as?: string | null
  readonly path?: string
  readonly headers?: Record<string, string>
}
interface Answer {
  readonly status: number
  readonly body: Upload & { code?: string; data?: Record<string, unknown> }
  /** What the person reads of a refusal. */
  readonly text: string
}

async function send(bytes: Uint8Array | undefined, sent: Sent = {}): Promise<Answer> {
  const {
    purpose = 'main',
    name = 'photo.jpg',
    type = 'image/jpeg',
    as = userId,
    path = '/api/uploads',
    headers,
  } = sent
  const form = new FormData()
  form.set('purpose', purpose)
  if (bytes) form.set('file', new Blob([bytes as never], { type }), name)
  const response = await fetch(`${service.origin}${path}`, {
    method: 'POST',
    body: form,
    headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
  })
  const body = (await response.json()) as Answer['body']
  return { status: response.status, body, text: messageFromRegister(body) }
}
const hostile = (name: string) => readFile(join(HOSTILE, name))
const padded = (bytes: Uint8Array, sizeBytes: number) => Buffer.concat([bytes], sizeBytes)
const uploadsIn = async (folder: string) => (await readdir(join(service.dataDir, folder)).catch(() => [])).length
const storedObjects = async () =>
  (
    await readdir(join(service.dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length

describe('the main uploader', () => {
  it.each([
    ['UPLOAD-01', 'jpeg', 'photo.jpeg'],
    ['UPLOAD-02', 'jpeg', 'photo.jpg'],
    ['UPLOAD-03', 'png', 'photo.png'],
    ['UPLOAD-04', 'webp', 'photo.webp'],
    ['UPLOAD-07', 'tiff', 'photo.tiff'],
    ['UPLOAD-08', 'tiff', 'photo.tif'],
  ] as const)('[%s] accepts %s under the name %s', async (_row, format, name) => {
    const { status, body } = await send(await noise(300, 220).toFormat(format).toBuffer(), { name, type: '' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ originalFilename: name, mimeType: `image/${format}`, width: 300, height: 220 })
  })

  it.each([
    ['UPLOAD-05', 'photo.heic', 'image/heic'],
    ['UPLOAD-06', 'photo.heif', 'image/heif'],
  ])('[%s] accepts a HEVC picture under the name %s, with its type and without one', async (_row, name, type) => {
    const bytes = await readFile(DRAWN_HEIC)
    for (const declared of [type, '']) {
      const { status, body } = await send(bytes, { name, type: declared })
      expect(status).toBe(200)
      expect(body).toMatchObject({ originalFilename: name, width: 240, height: 160 })
    }
  })

  it.each([
    ['gif', () => noise(64, 64).gif().toBuffer()],
    ['avif', () => noise(64, 64).avif().toBuffer()],
    ['bmp', async () => bmp(64, 64)],
  ] as const)('[UPLOAD-09] refuses %s whatever its name says, with the list', async (_format, make) => {
    const { status, text } = await send(padded(await make(), 20_000), { name: 'photo.png', type: 'image/png' })
    expect(text).toBe('不支持的文件格式。支持格式：JPEG, JPG, PNG, WEBP, HEIC, HEIF, TIFF, TIF')
    expect(status).toBe(415)
  })

  it('[UPLOAD-10] [UPLOAD-26] accepts exactly 50 MB and refuses one byte more', async () => {
    const picture = await noise(256, 256).jpeg().toBuffer()
    expect((await send(padded(picture, MAIN_MAX_BYTES))).status).toBe(200)
    const { status, text } = await send(padded(picture, MAIN_MAX_BYTES + 1))
    expect(text).toBe('文件大小不能超过 50 MB')
    expect(status).toBe(413)
  })

  it('[VALID-IMG-03] refuses 1023 bytes and accepts 1024', async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(picture.length).toBeLessThan(MIN_BYTES)
    expect((await send(padded(picture, MIN_BYTES - 1))).text).toBe('图片文件过小，可能不是有效图片')
    expect((await send(padded(picture, MIN_BYTES))).status).toBe(200)
  })

  it('[VALID-IMG-01] says that no picture came', async () => {
    expect((await send(undefined)).text).toBe('没有提供图片文件')
  })

  it('demands a signed-in person', async () => {
    expect(await send(await noise(64, 64).jpeg().toBuffer(), { as: null })).toMatchObject({
      status: 401,
      body: { code: 'login-required' },
    })
  })
})

describe('the alternate uploader', () => {
  it.each([
    ['gif', () => noise(64, 64).gif().toBuffer()],
    ['avif', () => noise(64, 64).avif().toBuffer()],
    ['bmp', async () => bmp(64, 64)],
  ] as const)('[UPLOAD-12] [UPLOAD-16] accepts %s as any image and keeps it as it came', async (format, make) => {
    const { status, body } = await send(padded(await make(), 20_000), { purpose: 'alternate' })
    expect([status, body.mimeType]).toEqual([200, `image/${format}`])
    expect(await service.storage.stat(`uploads/${userId}/${body.id}/original.${format}`)).toEqual({
      sizeBytes: 20_000,
      contentType: `image/${format}`,
    })
  })

  it('[UPLOAD-13] refuses what is no image', async () => {
    const { text } = await send(Buffer.from('%PDF-1.7\n'.repeat(400)), { purpose: 'alternate' })
    expect(text).toBe('请选择图片文件')
  })

  it('[UPLOAD-14] accepts exactly 10 MB and refuses one byte more', async () => {
    const picture = await noise(256, 256).jpeg().toBuffer()
    expect((await send(padded(picture, ALTERNATE_MAX_BYTES), { purpose: 'alternate' })).status).toBe(200)
    expect((await send(padded(picture, ALTERNATE_MAX_BYTES + 1), { purpose: 'alternate' })).text).toBe(
      '文件大小不能超过10MB',
    )
  })
})

describe('what is kept', () => {
  it('[PROD-06] [MEDIA-01] [UPLOAD-17] [UPLOAD-18] [UPLOAD-19] [UPLOAD-20] [DATA-PROC-20] [DATA-PROC-21] original, thumbnail and record, under the user’s folder', async () => {
    const bytes = await noise(400, 260).jpeg().toBuffer()
    const { body } = await send(bytes, { name: '照片 1.jpg', headers: { 'user-agent': 'Test/1' } })
    const [row] = await service.database.query('select * from user_uploads where id = $1', [body.id])
    const folder = `uploads/${userId}/${body.id}`
    expect(row).toMatchObject({
      user_id: userId,
      original_filename: '照片 1.jpg',
      mime_type: 'image/jpeg',
      width: 400,
      height: 260,
      oss_url: `${folder}/original.jpg`,
      thumbnail_url: `${folder}/original_thumb.jpg`,
      status: 'uploaded',
      upload_source: 'web',
      user_agent: 'Test/1',
    })
    expect(Number((row as { file_size: unknown }).file_size)).toBe(bytes.length)
    expect(await service.storage.stat(`${folder}/original.jpg`)).toEqual({
      sizeBytes: bytes.length,
      contentType: 'image/jpeg',
    })
    const thumbnail = await fetch(new URL(body.thumbnailAddress, service.origin))
    const small = Buffer.from(await thumbnail.arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 130 })
    expect(readJpegQuality(small)).toBe(80)
    expect(Date.parse(body.filesKeptUntil) - Date.parse(body.createdAt)).toBe(30 * 24 * 3_600_000)
    expect(await service.clientOf(userId).processing.uploads.get({ id: body.id })).toMatchObject({ id: body.id })
  })

  it('nothing of a path or of an endless name', async () => {
    const bytes = await noise(64, 64).jpeg().toBuffer()
    expect((await send(bytes, { name: '../../etc/passwd.jpg' })).body.originalFilename).toBe('passwd.jpg')
    expect((await send(bytes, { name: `${'长'.repeat(400)}.jpg` })).body.originalFilename).toHaveLength(255)
    // Shown as aexe.jpg; joined signs stay.
    expect((await send(bytes, { name: 'a\u202egpj.exe' })).body.originalFilename).toBe('agpj.exe')
    expect((await send(bytes, { name: '👨\u200d👩.jpg' })).body.originalFilename).toBe('👨\u200d👩.jpg')
  })

  it('no temporary file, and nothing at all of a refused picture', async () => {
    const before = await storedObjects()
    await send(Buffer.from('no picture'.repeat(500)))
    expect(await uploadsIn('tmp')).toBe(0)
    expect(await storedObjects()).toBe(before)
  })

  it('[UPLOAD-20] [UPLOAD-25] says OSS上传失败 when storage fails, and leaves no half upload and no record', async () => {
    const records = async () =>
      (await service.database.query('select id from user_uploads where user_id = $1', [userId])).length
    const recorded = await records()
    const before = await storedObjects()
    failingPuts = 1
    const { text } = await send(await noise(64, 64).jpeg().toBuffer())
    expect(text).toBe('OSS上传失败')
    expect(await storedObjects()).toBe(before)
    expect(await records()).toBe(recorded)
  })

  it('[UPLOAD-21] a failed record save leaves the picture usable, and the record is saved by a later try (P-26)', async () => {
    failingTransactions = 2
    const { status, body } = await send(await noise(64, 64).jpeg().toBuffer())
    expect(status).toBe(200)
    expect(failingTransactions).toBe(0)
    expect(await service.clientOf(userId).processing.uploads.get({ id: body.id })).toMatchObject({ id: body.id })
  })

  it('[UPLOAD-21] a start in the meantime saves the record itself', async () => {
    failingTransactions = 3
    const { body } = await send(await noise(64, 64).jpeg().toBuffer())
    expect(failingTransactions).toBe(0)
    const job = await service.clientOf(userId).processing.jobs.start({
      source: { uploadId: body.id },
      modelKey: 'denoise/normal',
      mode: 'auto',
      params: {},
      shownCredits: 2,
      startKey: crypto.randomUUID(),
    })
    expect(job.originalFilename).toBe('photo.jpg')
  })

  it('[VALID-IMG-03] [VALID-IMG-04] the home uploader has the texts of the shared validator', async () => {
    const home = async (bytes: Uint8Array) => (await send(bytes, { purpose: 'home' })).text
    expect(await home(Buffer.alloc(1023))).toBe('图片文件过小，可能不是有效图片')
    const taken = '支持格式: JPEG, JPG, PNG, WEBP, HEIC, HEIF, TIFF, TIF, BMP'
    expect(await home(Buffer.alloc(5000, 'x'))).toBe(`不支持的图片格式: 未知，${taken}`)
    expect(await home(await noise(64, 64).gif().toBuffer())).toBe(`不支持的图片格式: image/gif，${taken}`)
  })

  it("another user's upload is unknown, with a known and with a guessed id", async () => {
    const { body } = await send(await noise(64, 64).jpeg().toBuffer())
    const stranger = service.clientOf(await createTestUser(service.database))
    for (const id of [body.id, crypto.randomUUID()]) {
      await expect(stranger.processing.uploads.get({ id })).rejects.toMatchObject({ code: 'upload-missing' })
    }
  })
})

describe('bad input', () => {
  it('is judged by its bytes: a JPEG named .txt is a photo, HTML named .png is none', async () => {
    const photo = await noise(64, 64).jpeg().toBuffer()
    expect((await send(photo, { name: 'notes.txt', type: 'text/plain' })).body.mimeType).toBe('image/jpeg')
    const page = Buffer.from(`<html><script>alert(1)</script>${' '.repeat(2000)}</html>`)
    expect((await send(page, { name: 'photo.png', type: 'image/png' })).body.code).toBe('upload-type-main')
  })

  it('[UPLOAD-22] a body that breaks off is a file that cannot be read', async () => {
    const response = await fetch(`${service.origin}/api/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${userId}` },
      body: '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nmain\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf',
    })
    expect(messageFromRegister(await response.json())).toBe('读取文件失败')
  })

  it('[UPLOAD-23] a process that ends while it reads the picture is told as that, and the same picture is taken afterwards', async () => {
    const photo = await noise(64, 64).jpeg().toBuffer()
    crashes = true
    expect((await send(photo)).text).toBe('图片处理失败: 处理意外中断，请重试')
    crashes = false
    expect((await send(photo)).body).toMatchObject({ mimeType: 'image/jpeg', width: 64 })
  })

  it('an empty file, a truncated one, and one of random bytes are refused', async () => {
    expect((await send(Buffer.alloc(0))).body.code).toBe('image-too-small')
    const photo = await noise(600, 600).png().toBuffer()
    const truncated = await send(photo.subarray(0, photo.length / 3), { type: 'image/png' })
    expect(truncated.text).toBe('无法读取图片信息，图片可能已损坏')
    expect((await send(Buffer.alloc(5000, 'x'))).body.code).toBe('upload-type-main')
  })

  it('a bomb of 30000 × 30000 and a strip of 1 × 100000 pixels are refused before they are decoded', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [1, 100_000],
    ] as const) {
      const { body, text } = await send(cutPng(width, height), { type: 'image/png' })
      expect([body.code, width]).toEqual(['too-many-pixels', width])
      expect(text).toBe('图片的像素太多，请先缩小图片')
    }
  })

  it('an SVG with a script is no picture here, whatever it is called', async () => {
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script>${' '.repeat(2000)}</svg>`,
    )
    for (const name of ['drawing.svg', 'photo.png']) {
      for (const purpose of ['main', 'alternate', 'home']) {
        const { status, body } = await send(svg, { name, type: 'image/svg+xml', purpose })
        expect(status).toBe(415)
        expect(body.code).toMatch(/^(upload|image)-type/)
      }
    }
  })

  it('of an animated picture the first frame is taken', async () => {
    const frames = await sharp(Buffer.alloc(64 * 128 * 3, 90), {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0, lossless: true })
      .toBuffer()
    expect((await send(padded(frames, 3000), { type: 'image/webp' })).body).toMatchObject({ width: 64, height: 64 })
  })

  it('a body without a purpose before the file, or no multipart at all, is refused', async () => {
    const form = new FormData()
    form.set('file', new Blob([Buffer.alloc(3000)]), 'a.jpg')
    form.set('purpose', 'main')
    const headers = { authorization: `Bearer ${userId}` }
    const late = await fetch(`${service.origin}/api/uploads`, { method: 'POST', body: form, headers })
    expect(await late.json()).toMatchObject({ code: 'invalid-request' })
    const plain = await fetch(`${service.origin}/api/uploads`, { method: 'POST', body: 'hello', headers })
    expect(await plain.json()).toMatchObject({ code: 'image-missing' })
  })

  it('a caller who goes away in the middle leaves nothing behind', async () => {
    const before = await storedObjects()
    const port = Number(new URL(service.origin).port)
    const call = httpRequest({
      port,
      method: 'POST',
      path: '/api/uploads',
      headers: {
        authorization: `Bearer ${userId}`,
        'content-type': 'multipart/form-data; boundary=xx',
        'content-length': 5_000_000,
      },
    })
    call.on('error', () => {})
    call.write('--xx\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nmain\r\n')
    call.write('--xx\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n')
    call.write(Buffer.alloc(500_000))
    await eventually(
      () => uploadsIn('tmp'),
      (count) => count === 1,
    )
    call.destroy()
    await eventually(
      () => uploadsIn('tmp'),
      (count) => count === 0,
    )
    expect(await storedObjects()).toBe(before)
  })
})

describe.skipIf(!existsSync(HOSTILE))(
  `the hostile files of ../shared/data${existsSync(HOSTILE) ? '' : ' (skipped: the folder is absent)'}`,
  () => {
    it('are each kept whole or refused with a text, and none of them breaks the service', async () => {
      const names = await readdir(HOSTILE)
      const counts = { kept: 0, refused: 0 }
      for (const name of names) {
        const { status, body, text } = await send(await hostile(name), { name, type: '', purpose: 'alternate' })
        expect([name, status < 500]).toEqual([name, true])
        if (status === 200) counts.kept += 1
        else counts.refused += 1
        if (status === 200) expect(body.width * body.height).toBeGreaterThan(0)
        else expect([name, /[\u4e00-\u9fff]/.test(text)]).toEqual([name, true])
      }
      console.log(`hostile files: ${counts.kept} kept, ${counts.refused} refused`)
      expect(counts.kept + counts.refused).toBe(names.length)
      expect(await uploadsIn('tmp')).toBe(0)
    }, 300_000)
  },
)

describe('the anonymous trial', () => {
  const trial = (fingerprint: string, address: string, bytes: Uint8Array) =>
    send(bytes, {
      as: null,
      purpose: 'home',
      path: '/api/trial-uploads',
      headers: { 'x-browser-fingerprint': fingerprint, 'x-forwarded-for': address },
    })

  it('[UPLOAD-19] [ROLE-15] [ROLE-17] takes five pictures a day of one fingerprint and of one address, without an upload record (C-36)', async () => {
    const bytes = await noise(64, 64).jpeg().toBuffer()
    for (let n = 0; n < 5; n += 1) expect((await trial('browser-a', `198.51.100.${n}`, bytes)).status).toBe(200)
    const sixth = await trial('browser-a', '198.51.100.9', bytes)
    expect(sixth).toMatchObject({ status: 429, body: { code: 'trial-quota', data: { limit: 5 } } })
    for (let n = 0; n < 5; n += 1) expect((await trial(`browser-b${n}`, '203.0.113.7', bytes)).status).toBe(200)
    expect((await trial('browser-c', '203.0.113.7', bytes)).body.code).toBe('trial-quota')
    const [rows] = await service.database.query<{ n: number }>(
      `select count(*)::int as n from user_uploads where oss_url like 'uploads/trial/%'`,
    )
    expect(rows!.n).toBe(0)
    await service.database.query('update user_quotas set day = day - 1')
    expect((await trial('browser-a', '203.0.113.7', bytes)).status).toBe(200)
  })

  it('takes five hundred a day of one wider network, whatever its addresses', async () => {
    const bytes = await noise(64, 64).jpeg().toBuffer()
    const house = (n: number) => `2001:db8:77:${n.toString(16)}::1`
    expect((await trial('hoster-1', house(1), bytes)).status).toBe(200)
    const wider = await service.database.query<{ subject: string }>(
      `update user_quotas set used = 500 where kind = 'trial-upload' and subject = $1 returning subject`,
      [createHash('sha256').update('wider:2001:db8:77::/48').digest('base64url')],
    )
    expect(wider).toHaveLength(1)
    expect(await trial('hoster-2', house(2), bytes)).toMatchObject({ status: 429, body: { code: 'trial-full' } })
    await service.database.query(`update user_quotas set used = 1 where kind = 'trial-upload' and used = 500`)
    // A tenth of the room at most, in however few pictures.
    await service.database.query(`update user_quotas set used = $1 where kind = 'trial-megabytes' and subject = $2`, [
      Math.floor(TRIAL_STORAGE_BYTES / 10 / MEGABYTE) - 1,
      createHash('sha256').update('wider:2001:db8:77::/48').digest('base64url'),
    ])
    expect((await trial('hoster-3', house(3), bytes)).status).toBe(200)
    expect(await trial('hoster-4', house(4), bytes)).toMatchObject({ status: 429, body: { code: 'trial-full' } })
    expect((await trial('elsewhere', '2001:db8:78:1::1', bytes)).status).toBe(200)
  })

  it('leaves room for people with an account: what lies here of visitors has a limit, and so has a disk that fills up', async () => {
    const bytes = await noise(64, 64).jpeg().toBuffer()
    expect((await trial('room-1', '192.0.2.1', bytes)).status).toBe(200)
    await service.database.query(`update trial_uploads set file_size = $1 where claimed_by is null`, [
      TRIAL_STORAGE_BYTES,
    ])
    expect(await trial('room-2', '192.0.2.2', bytes)).toMatchObject({ status: 429, body: { code: 'trial-full' } })
    expect((await send(bytes)).status).toBe(200)
    await service.database.query(`update trial_uploads set file_size = 1000`)
    expect((await trial('room-3', '192.0.2.3', bytes)).status).toBe(200)
    freeBytes = TRIAL_LEAST_FREE_BYTES - 1
    try {
      expect(await trial('room-4', '192.0.2.4', bytes)).toMatchObject({ status: 429, body: { code: 'trial-full' } })
      expect((await send(bytes)).status).toBe(200)
    } finally {
      freeBytes = 1e12
    }
  })

  it('demands a fingerprint', async () => {
    const { body } = await send(await noise(64, 64).jpeg().toBuffer(), { as: null, path: '/api/trial-uploads' })
    expect(body.code).toBe('invalid-request')
  })

  it('[ROLE-16] is taken over once, after sign-in, by the browser that sent it, and keeps its flag', async () => {
    const { body } = await trial('browser-d', '192.0.2.1', await noise(64, 64).jpeg().toBuffer())
    const other = service.clientOf(await createTestUser(service.database), { 'x-browser-fingerprint': 'browser-x' })
    await expect(other.processing.uploads.claimTrial({ id: body.id })).rejects.toMatchObject({ code: 'upload-missing' })
    const mine = service.clientOf(userId, { 'x-browser-fingerprint': 'browser-d' })
    const claimed = await mine.processing.uploads.claimTrial({ id: body.id })
    expect(claimed).toMatchObject({ id: body.id, width: 64 })
    expect(await mine.processing.uploads.claimTrial({ id: body.id })).toMatchObject({ id: body.id })
    const [row] = await service.database.query('select upload_source from user_uploads where id = $1', [body.id])
    expect(row).toEqual({ upload_source: 'trial' })
    const thief = service.clientOf(await createTestUser(service.database), { 'x-browser-fingerprint': 'browser-d' })
    await expect(thief.processing.uploads.claimTrial({ id: body.id })).rejects.toMatchObject({ code: 'upload-missing' })
    expect((await fetch(new URL(claimed.viewAddress, service.origin))).status).toBe(200)
  })
})

function bmp(width: number, height: number): Buffer {
  return bmp24({ data: new Uint8Array(width * height * 3).fill(200), width, height, channels: 3, bits: 8 })
}

/** It promises this size and holds its first rows. */
function cutPng(width: number, height: number): Buffer {
  const png = flatPng(width, height, Math.min(height, 100))
  return padded(png, Math.max(png.length, MIN_BYTES))
}
