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
const DAY_IS_OVER = '今天的上传次数已达上限（每天 2 次），请明天再试'
const ROOM_IS_OVER = '存储空间已满（上限 1MB），请先在历史记录中删除不需要的图片'
const FUNCTIONS = { 'topaz-process': 'denoise', 'topaz-process-async': 'restore' }

let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted', UPLOADS_PER_DAY: '2', STORAGE_PER_PERSON_MB: '1' })
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
  expect(await allowanceOf(person)).toMatchObject({ uploadsToday: 1, uploadsPerDay: 2, storedBytes: 0 })
  const small = await picture(64)
  expect((await upload(person, small)).status).toBe(200)
  expect(await upload(person, small)).toMatchObject({ status: 429, code: 'upload-daily-limit', data: { limit: 2 } })
  for (const name of Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])
    expect(await call(person, name, small)).toEqual([429, { success: false, error: DAY_IS_OVER }])
  expect(await allowanceOf(person)).toEqual({
    uploadsToday: 2,
    uploadsPerDay: 2,
    storedBytes: small.length,
    storageBytes: MEGABYTE,
  })
})

it('pictures that come by the documented functions are of the same day', async () => {
  const person = await signUp('functions')
  const noPicture = randomBytes(3000)
  for (const name of Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])
    expect((await call(person, name, noPicture))[0]).toBe(400)
  expect(await allowanceOf(person)).toMatchObject({ uploadsToday: 2, storedBytes: 0 })
  expect(await upload(person, await picture(64))).toMatchObject({ status: 429, code: 'upload-daily-limit' })
})

it('who has filled the room sends nothing more by any of them, and it costs nothing of the day', async () => {
  const person = await signUp('room')
  const large = await picture(700)
  expect(large.length).toBeGreaterThan(MEGABYTE)
  expect((await upload(person, large)).status).toBe(200)
  const small = await picture(64)
  expect(await upload(person, small)).toMatchObject({
    status: 413,
    code: 'upload-storage-limit',
    data: { limit: '1MB' },
  })
  for (const name of Object.keys(FUNCTIONS) as (keyof typeof FUNCTIONS)[])
    expect(await call(person, name, small)).toEqual([413, { success: false, error: ROOM_IS_OVER }])
  expect(await allowanceOf(person)).toMatchObject({
    uploadsToday: 1,
    storedBytes: large.length,
    storageBytes: MEGABYTE,
  })
})

it('what its owner removes makes room at once, as the refusal says', async () => {
  const person = await signUp('tidy')
  const { id } = await upload(person, await picture(700))
  const small = await picture(64)
  expect((await upload(person, small)).code).toBe('upload-storage-limit')
  expect(await person.api.history.remove({ uploadIds: [id!] })).toEqual({ removed: 1 })
  expect(await allowanceOf(person)).toMatchObject({ storedBytes: 0 })
  for await (const { key } of foundation.storage.list('uploads')) expect(key).not.toContain(id)
  expect((await upload(person, small)).status).toBe(200)
})
