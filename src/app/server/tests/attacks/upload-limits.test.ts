// What one person may send in a day and keep at a time, over HTTP with the operator's own limits: by the upload and by the documented functions
// alike, refused pictures counted.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const MEGABYTE = 1024 * 1024
const PER_DAY = 5
/** Side of a picture that takes nearly all room of one person. */
const NEARLY_ALL_PX = 585
const PARALLEL = 20
const DAY_IS_OVER = '今天的上传次数已达上限（每天 5 次），请明天再试'
const ROOM_IS_OVER = '存储空间不足（上限 1 MB），请先在历史记录中删除不需要的图片'
const FUNCTIONS = { 'topaz-process': 'denoise', 'topaz-process-async': 'restore' }

let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', UPLOADS_PER_DAY: '5', STORAGE_PER_PERSON_MB: '1' })
  service = await startOn(foundation, { provider: createScriptedProvider() })
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const signUp = (name: string) => signUpPerson(origin(), foundation.settings.publicOrigin, `${name}@limits.example.com`)
/** Noise, so that its bytes are as many as its values. */
const picture = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()

async function upload({ headers }: TestPerson, bytes: Uint8Array) {
  const body = new FormData()
  body.append('purpose', 'alternate')
  body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
  const answer = await fetch(`${origin()}/api/uploads`, { method: 'POST', headers, body })
  return { status: answer.status, ...((await answer.json()) as { code?: string; data?: object; id?: string }) }
}
async function call({ headers }: TestPerson, name: keyof typeof FUNCTIONS, bytes: Uint8Array) {
  const fields = { image: Buffer.from(bytes).toString('base64'), functionType: FUNCTIONS[name] }
  const answer = await postTo(origin(), foundation.settings.publicOrigin)(`/api/functions/${name}`, fields, headers)
  return [answer.status, await answer.json()]
}
const allowanceOf = ({ api }: TestPerson) => api.processing.uploads.allowance()

it('the day is over after as many as the operator allows, those counted that were refused', async () => {
  const person = await signUp('day')
  expect((await upload(person, Buffer.from('no picture at all'))).status).toBe(400)
  expect(await allowanceOf(person)).toMatchObject({ uploadsToday: 1, uploadsPerDay: PER_DAY, storedBytes: 0 })
  const small = await picture(64)
  expect((await upload(person, small)).status).toBe(200)
  for (let n = 2; n < PER_DAY; n += 1) await upload(person, Buffer.from('no picture at all'))
  expect(await upload(person, small)).toMatchObject({
    status: 429,
    code: 'upload-daily-limit',
    data: { limit: PER_DAY },
  })
  for (const name of Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])
    expect(await call(person, name, small)).toEqual([429, { success: false, error: DAY_IS_OVER }])
  expect(await allowanceOf(person)).toEqual({
    uploadsToday: PER_DAY,
    uploadsPerDay: PER_DAY,
    storedBytes: small.length,
    storageBytes: MEGABYTE,
  })
})

it('pictures that come by the documented functions are of the same day', async () => {
  const person = await signUp('functions')
  const noPicture = randomBytes(3000)
  const names = Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[]
  for (let n = 0; n < PER_DAY; n += 1) expect((await call(person, names[n % names.length]!, noPicture))[0]).toBe(400)
  expect(await allowanceOf(person)).toMatchObject({ uploadsToday: PER_DAY, storedBytes: 0 })
  expect(await upload(person, await picture(64))).toMatchObject({ status: 429, code: 'upload-daily-limit' })
})

it('who has filled the room sends nothing more by any of them, whatever is left of the day', async () => {
  const person = await signUp('room')
  const large = await picture(NEARLY_ALL_PX)
  expect((await upload(person, large)).status).toBe(200)
  const small = await picture(100)
  expect(await upload(person, small)).toMatchObject({
    status: 413,
    code: 'upload-storage-limit',
    data: { limit: '1 MB' },
  })
  for (const name of Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])
    expect(await call(person, name, small)).toEqual([413, { success: false, error: ROOM_IS_OVER }])
  expect(await allowanceOf(person)).toMatchObject({
    storedBytes: large.length,
    storageBytes: MEGABYTE,
  })
})

it('what its owner removes makes room at once, as the refusal says', async () => {
  const person = await signUp('tidy')
  const { id } = await upload(person, await picture(NEARLY_ALL_PX))
  const small = await picture(100)
  expect((await upload(person, small)).code).toBe('upload-storage-limit')
  expect(await person.api.history.remove({ uploadIds: [id!] })).toEqual({ removed: 1 })
  expect(await allowanceOf(person)).toMatchObject({ storedBytes: 0 })
  for await (const { key } of foundation.storage.list('uploads')) expect(key).not.toContain(id)
  expect((await upload(person, small)).status).toBe(200)
})

/** Takes the limit of the day out of a person's way. */
const freeDay = ({ userId }: TestPerson) =>
  foundation.database.query(
    `insert into user_quotas (subject, kind, day, used) values ('user:' || $1, 'upload', (now() at time zone app_time_zone())::date, -1000)`,
    [userId],
  )
async function filesOf({ userId }: TestPerson): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of foundation.storage.list('uploads')) if (key.includes(userId)) keys.push(key)
  return keys
}
const FILES_OF_ONE = 3

it('pictures that come at one moment, by all doors, stay within the room, and a refused one leaves no file', async () => {
  const person = await signUp('parallel')
  await freeDay(person)
  const pictures = await Promise.all(Array.from({ length: PARALLEL }, () => picture(320)))
  const statuses = await Promise.all(
    pictures.map(async (bytes, n) =>
      n % 4 === 0 ? (await call(person, 'topaz-process-async', bytes))[0] : (await upload(person, bytes)).status,
    ),
  )
  expect(statuses).toContain(200)
  expect(statuses).toContain(413)
  const { storedBytes } = await allowanceOf(person)
  expect(storedBytes).toBeLessThanOrEqual(MEGABYTE)
  expect(storedBytes).toBeGreaterThan(MEGABYTE / 2)
  const kept = statuses.filter((status) => status === 200).length
  expect((await filesOf(person)).filter((key) => key.startsWith('uploads'))).toHaveLength(kept * FILES_OF_ONE)
})

it('a body that says that it does not fit is refused unread, and costs nothing of the day', async () => {
  const person = await signUp('declared')
  expect(await upload(person, await picture(700))).toMatchObject({ status: 413, code: 'upload-storage-limit' })
  expect(await allowanceOf(person)).toMatchObject({ uploadsToday: 0, storedBytes: 0 })
})

it('a picture from before the sign-in is taken over when there is room for it', async () => {
  const person = await signUp('claims')
  const visitor = { ...person.headers, 'x-browser-fingerprint': 'a-visitor' }
  const trial = new FormData()
  trial.append('purpose', 'main')
  trial.append('file', new Blob([new Uint8Array(await picture(100))]), 'picture.png')
  const { authorization: _, ...stranger } = visitor as Record<string, string>
  const sent = await fetch(`${origin()}/api/trial-uploads`, { method: 'POST', headers: stranger, body: trial })
  const { id } = (await sent.json()) as { id: string }
  const { id: large } = await upload(person, await picture(NEARLY_ALL_PX))
  const claim = () => postTo(origin(), foundation.settings.publicOrigin)('/api/v1/uploads/claim-trial', { id }, visitor)
  expect((await claim()).status).toBe(413)
  expect(await person.api.history.remove({ uploadIds: [large!] })).toEqual({ removed: 1 })
  expect([(await claim()).status, (await claim()).status]).toEqual([200, 200])
})
