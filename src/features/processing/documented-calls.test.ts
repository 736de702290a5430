// The documented calls from end to end: the browser-side service against the real HTTP application, database and engine child
// for reading pictures; the provider is scripted. It stands beside the contract because it joins both sides.
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { setAccessTokenSource } from '#platform/web/http/api-headers.ts'
import { createTestUser, openTestService, readMoney, type TestService } from './server/testing/test-service.ts'
import { FUNCTIONS_BASE, upscaleImage } from './web/documented-calls/image-upscale-service.ts'

let service: TestService
let photo: Blob
let userId: string
beforeAll(async () => {
  service = await openTestService({ engine: createLocalEngine() })
  const noise = Buffer.from(Uint8Array.from({ length: 64 * 48 * 3 }, (_, n) => (n * 2654435761) >>> 24))
  photo = new Blob([
    new Uint8Array(
      await sharp(noise, { raw: { width: 64, height: 48, channels: 3 } })
        .jpeg()
        .toBuffer(),
    ),
  ])
  // Result addresses name the public origin; this one has another port.
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    realFetch(address.replace(/^http:\/\/localhost\//, `${service.origin}/`), init),
  )
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await service.close()
})
beforeEach(async () => {
  service.provider.next({})
  userId = await createTestUser(service.database)
  setAccessTokenSource(async () => userId)
})
const place = () => ({ base: `${service.origin}${FUNCTIONS_BASE}` })

it('[PROC-13] [PROC-15] a sync call brings the picture and costs the listed credits once', async () => {
  const progress: number[] = []
  const callbacks = { onProgress: (n: number) => progress.push(n) }
  const options = { model: 'Strong', credits: 2, strength: 0.3 }
  const image = await upscaleImage(photo, 'denoise', callbacks, options, place())
  expect(image.type).toBe('image/png')
  expect(progress).toEqual([10, 30, 90, 100])
  const runs = await service.database.query('select model_key, params from processing_history where user_id = $1', [
    userId,
  ])
  expect(runs).toEqual([{ model_key: 'denoise/strong', params: { strength: 0.3 } }])
  expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
})

it('[PROC-13] [PROC-15] an async call starts a task, asks for it and brings the picture', async () => {
  const onTask = vi.fn()
  const image = await upscaleImage(photo, 'restore', { onTask }, {}, place())
  expect(image.type).toBe('image/png')
  const [run] = await service.database.query<{ id: string }>('select id from processing_history where user_id = $1', [
    userId,
  ])
  expect(onTask).toHaveBeenCalledExactlyOnceWith(run!.id)
})

it('[ERR-PROC-13] a refusal is told in the words of the service, and costs nothing', async () => {
  const call = upscaleImage(photo, 'denoise', {}, { model: 'Strong', strength: 2 }, place())
  await expect(call).rejects.toThrow(/^Edge Function error: .*\p{Script=Han}/u)
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
})
