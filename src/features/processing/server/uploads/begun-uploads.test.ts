// A picture whose way breaks off goes on from there (decision 0249), over HTTP with sockets that really break; and what strangers make of it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { createLog } from '#platform/server/log.ts'
import {
  BEGUN_UPLOAD_PATH,
  BEGUN_UPLOADS,
  UPLOAD_KEY_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '#rulebook/pictures/begun-upload.ts'
import { STORAGE_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import type { BegunUpload, Upload } from '../../contract.ts'
import { createTestUser, eventually, openTestService, type TestService } from '../testing/test-service.ts'
import { type BegunUploads, createBegunUploads } from './begun-uploads.ts'

let service: TestService
let owner: string
let picture: Buffer
/** How often pictures were looked at, and until when a look waits. */
let looks = 0
let held: Promise<void> | undefined
beforeAll(async () => {
  const engine = createLocalEngine({ parallelInspections: 2 })
  const inspect: typeof engine.inspect = async (...asked) => {
    looks += 1
    await held
    return engine.inspect(...asked)
  }
  service = await openTestService({ engine: { ...engine, inspect }, hasWorker: false })
  // No packing makes it smaller: a picture of 1.9 MB.
  const noise = randomBytes(900 * 700 * 3)
  picture = await sharp(noise, { raw: { width: 900, height: 700, channels: 3 } })
    .png()
    .toBuffer()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await createTestUser(service.database)
})

const log = createLog('silent')
const BOUNDARY = 'between'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nmain\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** A request of which so much of the picture has been written; it can be ended or broken. */
function open(key: string, fromByte: number, bytes: Buffer, as = owner): ClientRequest {
  const call = httpRequest({
    port: new URL(service.origin).port,
    method: 'POST',
    path: '/api/uploads',
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      [UPLOAD_KEY_HEADER]: key,
      [UPLOAD_OFFSET_HEADER]: fromByte,
    },
  })
  call.on('error', () => {})
  call.write(HEAD)
  call.write(bytes)
  return call
}
const answerOf = (call: ClientRequest): Promise<{ status: number; body: Upload & { code?: string } }> =>
  new Promise((resolve, reject) => {
    call.once('error', reject)
    call.once('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode!, body: JSON.parse(text) })
    })
    call.end(TAIL)
  })
const read = async (key: string, as = owner): Promise<BegunUpload> => {
  const answer = await fetch(`${service.origin}${BEGUN_UPLOAD_PATH}/${key}`, {
    headers: { authorization: `Bearer ${as}` },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as BegunUpload
}
const temporary = async (): Promise<string[]> => readdir(join(service.dataDir, 'tmp')).catch(() => [])
const rowsOf = (as = owner) =>
  service.database.query<{ file_size: number; oss_url: string }>(
    'select file_size::int as file_size, oss_url from user_uploads where user_id = $1',
    [as],
  )
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
async function expectWhole(): Promise<void> {
  const [row, ...others] = await rowsOf()
  expect([row!.file_size, others]).toEqual([picture.length, []])
  expect(hash(await buffer(await service.storage.openRead(row!.oss_url)))).toBe(hash(picture))
}
const HALF = 400_000

/** Bytes of each begun picture on the disk, by its folder. */
async function sizesOnDisk(): Promise<ReadonlyMap<string, number>> {
  const folders = (await temporary()).filter((name) => name.startsWith('begun'))
  const sizeOf = (name: string) => stat(join(service.dataDir, 'tmp', name, 'received')).catch(() => undefined)
  return new Map(await Promise.all(folders.map(async (name) => [name, (await sizeOf(name))?.size ?? 0] as const)))
}
/** Until one of them has grown by so much. */
const grown = (before: ReadonlyMap<string, number>, bytes: number) =>
  eventually(sizesOnDisk, (now) => [...now].some(([name, size]) => size - (before.get(name) ?? 0) >= bytes))

/** Sends this much and loses the connection; how much of the picture has come then, less than was sent. */
async function breakOff(key: string, bytes = picture.subarray(0, HALF), fromByte = 0): Promise<number> {
  const before = await sizesOnDisk()
  const call = open(key, fromByte, bytes)
  await grown(before, bytes.length / 2)
  call.destroy()
  const { bytes: came, upload } = await read(key)
  expect([came > fromByte, came <= fromByte + bytes.length, upload]).toEqual([true, true, null])
  return came
}
const rest = (key: string, fromByte: number) => answerOf(open(key, fromByte, picture.subarray(fromByte)))

it('a picture whose way broke off twice goes on where it was, and is stored once, byte for byte', async () => {
  const key = randomUUID()
  const first = await breakOff(key)
  const second = await breakOff(key, picture.subarray(first, first + 100_000), first)
  const { status, body } = await rest(key, second)
  expect([status, body.fileSize, body.width]).toEqual([200, picture.length, 900])
  await expectWhole()
  expect((await temporary()).filter((name) => name.startsWith('begun'))).toEqual([])
})

it('a connection whose end the service has not noticed is taken over', async () => {
  const key = randomUUID()
  const before = await sizesOnDisk()
  const silent = open(key, 0, picture.subarray(0, HALF))
  await grown(before, HALF / 2)
  expect((await rest(key, (await read(key)).bytes)).status).toBe(200)
  silent.destroy()
  await expectWhole()
})

it('where the answer was lost, the upload itself is found, and nothing is stored twice', async () => {
  const key = randomUUID()
  const { body } = await answerOf(open(key, 0, picture))
  expect((await read(key)).upload?.id).toBe(body.id)
  expect((await answerOf(open(key, 0, picture))).body.id).toBe(body.id)
  expect(await rowsOf()).toHaveLength(1)
})

it('a picture that was removed meanwhile is no answer: the same one is stored anew', async () => {
  const key = randomUUID()
  const { body: first } = await answerOf(open(key, 0, picture))
  await service.processing.removeUploads(owner, [first.id])
  expect(await read(key)).toEqual({ bytes: 0, upload: null })
  const { status, body: second } = await answerOf(open(key, 0, picture))
  expect([status, second.id === first.id]).toEqual([200, false])
  expect((await read(key)).upload?.id).toBe(second.id)
})

it('two that send the same picture at one moment store it once', async () => {
  const key = randomUUID()
  const before = await sizesOnDisk()
  const calls = [open(key, 0, picture.subarray(0, HALF)), open(key, 0, picture.subarray(0, HALF))]
  await grown(before, HALF / 2)
  for (const call of calls) call.write(picture.subarray(HALF))
  await Promise.allSettled(calls.map(answerOf))
  const { bytes, upload } = await read(key)
  if (!upload) expect((await rest(key, bytes)).status).toBe(200)
  await expectWhole()
})

it("another person's key finds nothing, and adds nothing", async () => {
  const key = randomUUID()
  const bytes = await breakOff(key)
  const stranger = await createTestUser(service.database)
  expect(await read(key, stranger)).toEqual({ bytes: 0, upload: null })
  const { status, body } = await answerOf(open(key, bytes, picture.subarray(bytes), stranger))
  expect([status, body.code]).toEqual([400, 'file-unreadable'])
  expect(await read(key)).toEqual({ bytes, upload: null })
})

it.each([
  ['more than came', randomUUID(), HALF],
  ['less than nothing', randomUUID(), -1],
  ['a key that is none', '../../etc', 0],
])('%s is refused', async (_name, key, fromByte) => {
  const { status, body } = await answerOf(open(key, fromByte, picture.subarray(0, 10)))
  expect([status, ['invalid-request', 'file-unreadable'].includes(body.code!)]).toEqual([400, true])
  expect(await rowsOf()).toEqual([])
})

it('what is refused for itself leaves nothing to go on from', async () => {
  const key = randomUUID()
  expect((await answerOf(open(key, 0, Buffer.alloc(5000, 'not a picture')))).status).toBe(415)
  expect(await read(key)).toEqual({ bytes: 0, upload: null })
})

const createHere = (root: string, limits: Partial<Record<keyof typeof BEGUN_UPLOADS, number>> = {}) =>
  createBegunUploads({ root, log, isThere: async () => true, limits: { ...BEGUN_UPLOADS, ...limits } })
const gone = new AbortController()
gone.abort()
/** Four bytes of a picture come, and the way breaks off. */
const breakOffIn = (begun: BegunUploads, key: string, userId = owner) =>
  begun
    .receive({ userId, key }, 0, gone.signal, async ({ path }) => {
      await writeFile(path, 'half')
      throw gone.signal.reason
    })
    .catch(() => {})

it('also of many that break off at one moment a person keeps so many, and all together so many; the oldest go', async () => {
  const root = join(service.dataDir, 'few')
  const begun = createHere(root, { perPerson: 3, all: 5 })
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => breakOffIn(begun, key)))
  await expect.poll(async () => (await readdir(root)).length).toBe(3)
  expect([await begun.read({ userId: owner, key: 'a' }), await begun.read({ userId: owner, key: 'g' })]).toEqual([
    { bytes: 0, upload: null },
    { bytes: 4, upload: null },
  ])
  await Promise.all(['h', 'i', 'j'].map((key) => breakOffIn(begun, key, 'another')))
  await expect.poll(async () => (await readdir(root)).length).toBe(5)
  // What was stored takes nobody's place.
  for (const key of ['k', 'l', 'm', 'n'])
    await begun.receive({ userId: owner, key }, 0, new AbortController().signal, async () => ({ id: key }) as Upload)
  expect((await begun.read({ userId: owner, key: 'g' })).bytes).toBe(4)
  await rm(root, { recursive: true, force: true })
})

it('a picture that is stored is answered as such, though what came of it cannot be removed', async () => {
  const root = join(service.dataDir, 'in-the-way')
  const begun = createHere(root)
  const of = { userId: owner, key: randomUUID() }
  const upload = { id: of.key } as Upload
  const receive = () =>
    begun.receive(of, 0, new AbortController().signal, async () => {
      await rm(root, { recursive: true })
      await writeFile(root, 'a file where its folder was')
      return upload
    })
  expect(await receive()).toBe(upload)
  expect(await receive()).toBe(upload)
  expect((await begun.read(of)).upload).toBe(upload)
  await rm(root)
})

it('no file grows beyond the largest picture, however often its way breaks off', async () => {
  const key = randomUUID()
  const came = await breakOff(key, Buffer.alloc(STORAGE_MAX_BYTES - 5_000_000, 'x'))
  const { status, body } = await answerOf(open(key, came, Buffer.alloc(STORAGE_MAX_BYTES - came + 3_000_000, 'x')))
  expect([status, body.code]).toEqual([413, 'upload-size-main'])
  expect(await read(key)).toEqual({ bytes: 0, upload: null })
  const { status: beyond } = await answerOf(open(key, STORAGE_MAX_BYTES + 1, Buffer.alloc(10)))
  expect(beyond).toBe(400)
})

it('each look at a picture takes one upload of the day', async () => {
  const key = randomUUID()
  let release = () => {}
  held = new Promise((resolve) => (release = resolve))
  const before = looks
  const call = open(key, 0, picture)
  call.end(TAIL)
  await expect.poll(() => looks).toBe(before + 1)
  call.destroy()
  await expect.poll(async () => (await sizesOnDisk()).size).toBeGreaterThan(0)
  release()
  held = undefined
  expect((await read(key)).bytes).toBe(picture.length)
  expect((await rest(key, picture.length - 1)).status).toBe(200)
  expect(await usedToday()).toBe(2)
})

it('after its minutes what came is removed from the disk', async () => {
  const root = join(service.dataDir, 'short')
  const begun = createHere(root, { keptMs: 300 })
  const of = { userId: owner, key: randomUUID() }
  await breakOffIn(begun, of.key)
  expect((await begun.read(of)).bytes).toBe(4)
  await expect.poll(() => readdir(root)).toEqual([])
  expect((await begun.read(of)).bytes).toBe(0)
  await rm(root, { recursive: true, force: true })
})

it('the rest of a picture takes no second upload of the day', async () => {
  const key = randomUUID()
  await rest(key, await breakOff(key))
  expect(await usedToday()).toBe(1)
})

async function usedToday(): Promise<number> {
  const [row] = await service.database.query<{ used: number }>(
    `select used from user_quotas where subject = $1 and kind = 'upload'`,
    [`user:${owner}`],
  )
  return row!.used
}
