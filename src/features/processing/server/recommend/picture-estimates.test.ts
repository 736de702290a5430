// What a page learns about its picture through HTTP: the owner only, measured once, and nothing at all where it cannot be measured.
// The engine's own answer is proved beside it (local-engine.test.ts) and in the browser (e2e/recommend.e2e.ts).
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import type { Engine } from '#engine/engine-types.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { recommendationsFor } from '#rulebook/runs/recommendations.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  readMoney,
  type TestService,
} from '../testing/test-service.ts'
import { trialVisitor } from '../uploads/trial-upload.ts'

const NOISY = { noiseSigma: 30, blurSigma: 0, jpegQuality: 95, width: 4000, height: 3000 }
const measure = vi.fn<Engine['measure']>()
let service: TestService
beforeAll(async () => {
  service = await openTestService({ engine: { measure } })
})
beforeEach(() => {
  measure.mockReset()
  measure.mockImplementation(async ({ sourcePath }) => {
    // The file lies where the engine looks for it.
    expect((await readFile(sourcePath, 'utf8')).startsWith('picture of')).toBe(true)
    return NOISY
  })
})
afterAll(() => service.close())

const estimatesOf = (userId: string | null, id: string) => service.clientOf(userId).processing.uploads.estimates({ id })

it('the owner learns what would help, for nothing, and the picture is measured once', async () => {
  const userId = await createTestUser(service.database)
  const id = await createTestUpload(service, userId)
  const before = await readMoney(service.database, userId)
  const answers = await Promise.all([estimatesOf(userId, id), estimatesOf(userId, id)])
  expect(await estimatesOf(userId, id)).toEqual(answers[0])
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]!.estimates).toEqual(NOISY)
  expect(recommendationsFor(answers[0]!.estimates!)![0]!.model.key).toBe('denoise/strong')
  expect(measure).toHaveBeenCalledTimes(1)
  expect(await readMoney(service.database, userId)).toEqual(before)
})

it('nobody else learns anything, and no picture of another person is measured', async () => {
  const owner = await createTestUser(service.database)
  const id = await createTestUpload(service, owner)
  await expect(estimatesOf(await createTestUser(service.database), id)).rejects.toMatchObject({
    code: 'upload-missing',
  })
  await expect(estimatesOf(null, id)).rejects.toMatchObject({ code: 'login-required' })
  expect(measure).not.toHaveBeenCalled()
})

it('a picture that was removed is not measured', async () => {
  const userId = await createTestUser(service.database)
  const id = await createTestUpload(service, userId)
  await service.database.query('update user_uploads set files_removed_at = now() where id = $1', [id])
  await expect(estimatesOf(userId, id)).rejects.toMatchObject({ code: 'upload-missing' })
})

it('a broken engine, a broken file and a lost file give no recommendation and no error; the next question tries again', async () => {
  const userId = await createTestUser(service.database)
  const id = await createTestUpload(service, userId)
  measure.mockRejectedValueOnce(new Error('the engine is broken'))
  expect(await estimatesOf(userId, id)).toEqual({ estimates: null })
  expect(await estimatesOf(userId, id)).toEqual({ estimates: NOISY })

  measure.mockRejectedValueOnce(new EngineError('corrupt'))
  const broken = await createTestUpload(service, userId)
  expect(await estimatesOf(userId, broken)).toEqual({ estimates: null })

  const lost = await createTestUpload(service, userId)
  await service.storage.remove(`uploads/${userId}/${lost}/original.png`)
  expect(await estimatesOf(userId, lost)).toEqual({ estimates: null })
})

it('more pictures than can be looked at in time get no recommendation instead of a long line', async () => {
  const userId = await createTestUser(service.database)
  const ids: string[] = []
  for (let n = 0; n < 9; n += 1) ids.push(await createTestUpload(service, userId))
  let release = () => {}
  const held = new Promise<never>((_resolve, reject) => (release = () => reject(new Error('over'))))
  measure.mockImplementation(() => held)
  const waiting = ids.slice(0, 8).map((id) => estimatesOf(userId, id))
  await vi.waitFor(() => expect(measure).toHaveBeenCalledTimes(8), { timeout: 20_000 })
  expect(await estimatesOf(userId, ids[8]!)).toEqual({ estimates: null })
  release()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ estimates: null })))
})

it('visitors hold two of the places, at a priority of their own, and the others are for people with an account', async () => {
  const headers = { [FINGERPRINT_HEADER]: 'a browser' }
  const { fingerprintHash } = trialVisitor({ headers: new Headers(headers), clientAddress: '127.0.0.1' })
  const userId = await createTestUser(service.database)
  /** As if it had been sent before a sign-in. */
  const trialUpload = async () => {
    const id = await createTestUpload(service, userId)
    await service.database.query(
      `with own as (delete from user_uploads where id = $1 returning *)
       insert into trial_uploads (id, fingerprint_hash, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
       select id, $2, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type from own`,
      [id, fingerprintHash],
    )
    return id
  }
  const guests = [await trialUpload(), await trialUpload(), await trialUpload()]
  const asGuest = (id: string) => service.clientOf(null, headers).processing.uploads.estimates({ id })
  let release = () => {}
  const held = new Promise<never>((_resolve, reject) => (release = () => reject(new Error('over'))))
  measure.mockImplementation(() => held)
  const waiting = guests.slice(0, 2).map(asGuest)
  await vi.waitFor(() => expect(measure).toHaveBeenCalledTimes(2), { timeout: 20_000 })
  expect(await asGuest(guests[2]!)).toEqual({ estimates: null })
  measure.mockImplementation(async () => NOISY)
  expect(await estimatesOf(userId, await createTestUpload(service, userId))).toEqual({ estimates: NOISY })
  expect(measure.mock.calls.map(([, options]) => options?.lane)).toEqual([
    { owner: '127.0.0.1', isGuest: true },
    { owner: '127.0.0.1', isGuest: true },
    { owner: userId, isGuest: false },
  ])
  release()
  await Promise.all(waiting)
})
