// A free look through HTTP: what it shows is what the run gives, it costs nothing and leaves no trace in the history; who may have one.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import type { Engine } from '#engine/engine-types.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { PATCHES_PER_HOUR, TRIAL_DAILY_PATCHES, WAITING_PATCHES } from '#rulebook/runs/patches.ts'
import type { Patch, PatchRequest } from '../../contract.ts'
import { createLocalProvider } from '../provider/local-provider.ts'
import { createProviders } from '../provider/providers.ts'
import { createScriptedProvider } from '../provider/scripted-provider.ts'
import { removeExpiredFiles } from '../retention/retention.job.ts'
import { tilesFolder } from '../storage-keys.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

const SIZE = { width: 700, height: 600 }
const engine = createLocalEngine()
/** The real one, until a test puts another in its place. */
const drawPatch = vi.fn<Engine['drawPatch']>(engine.drawPatch)
let service: TestService
let folder: string
let picture: string
beforeAll(async () => {
  const local = createLocalProvider({ ...engine, drawPatch })
  const elsewhere = createScriptedProvider()
  service = await openTestService({
    engine,
    providers: () => createProviders({ byDefault: local, routes: new Map([['lighting/adjust', elsewhere]]) }),
  })
  folder = await mkdtemp(join(tmpdir(), 'huanying-patches-'))
  picture = join(folder, 'picture.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  await sharp({ create: { ...SIZE, channels: 3, background: '#777', noise } })
    .png()
    .toFile(picture)
})
afterEach(() => drawPatch.mockImplementation(engine.drawPatch))
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function person(profile: Parameters<typeof createTestUser>[1] = {}) {
  const userId = await createTestUser(service.database, profile)
  const uploadId = await createTestUpload(service, userId)
  await service.database.query('update user_uploads set width = $2, height = $3 where id = $1', [
    uploadId,
    SIZE.width,
    SIZE.height,
  ])
  const key = `uploads/${userId}/${uploadId}/original.png`
  await service.storage.putFile(key, picture, 'image/png')
  return { userId, uploadId, key }
}
const DENOISE = { modelKey: 'denoise/normal', mode: 'auto', params: {} } as const
/** Filters alone, where it does not matter what is done: a third of the processor time. */
const FILTERS = { modelKey: 'sharpen/standard/natural', mode: 'auto', params: {} } as const
const look = (userId: string | null, request: Partial<PatchRequest> & Pick<PatchRequest, 'source'>, headers = {}) =>
  service.clientOf(userId, headers).processing.drawPatch({ ...DENOISE, ...request })
const bytesOf = async ({ address }: Patch) =>
  Buffer.from(await (await fetch(new URL(address, service.origin))).arrayBuffer())
/** By the engine for the first, and given again to the others: places are counted there, not pixels. */
let first: ReturnType<Engine['drawPatch']> | undefined
const drawnOnce: Engine['drawPatch'] = async (request, run) => {
  const kept = join(folder, 'drawn-once.png')
  first ??= engine.drawPatch({ ...request, targetPath: kept }, run)
  const outcome = await first
  await copyFile(kept, request.targetPath)
  return outcome
}
async function storedBeside(key: string): Promise<string[]> {
  const keys: string[] = []
  for await (const object of service.storage.list(tilesFolder(key))) keys.push(object.key)
  return keys
}

it('shows what the run gives at that spot, bit for bit, for nothing', async () => {
  const { userId, uploadId } = await person()
  const before = await readMoney(service.database, userId)
  const spot = { x: 0.6, y: 0.5 }
  const patch = await look(userId, { source: { uploadId }, spot })
  expect(patch).toMatchObject({ width: 512, height: 512, resultWidth: 700, resultHeight: 600, spot })
  expect(await readMoney(service.database, userId)).toEqual(before)
  expect(await service.database.query('select 1 from processing_history where user_id = $1', [userId])).toEqual([])

  const start = await startInput(service, userId, { ...DENOISE, source: { uploadId } })
  const { id } = await service.clientOf(userId).processing.jobs.start(start)
  expect((await watchToEnd(service, userId, id)).at(-1)!.status).toBe('completed')
  const result = join(folder, 'result.png')
  await service.storage.fetchToFile(`results/${userId}/${id}/result.png`, result)
  const there = { left: 0.6 * 700 - 256, top: 0.5 * 600 - 256, width: 512, height: 512 }
  const [shown, run] = await Promise.all([
    sharp(await bytesOf(patch))
      .extract({ left: 512, top: 0, width: 512, height: 512 })
      .raw()
      .toBuffer(),
    sharp(result).extract(there).raw().toBuffer(),
  ])
  expect(Buffer.compare(shown, run)).toBe(0)
})

it('finds a spot by itself, looks at a result too, and takes the values of the panel', async () => {
  const { userId, uploadId } = await person()
  const first = await look(userId, { source: { uploadId } })
  expect(first.spot.x).toBeGreaterThan(0)
  const start = await startInput(service, userId, { ...FILTERS, source: { uploadId } })
  const { id } = await service.clientOf(userId).processing.jobs.start(start)
  await watchToEnd(service, userId, id)
  const enlarged = await look(userId, {
    source: { parentJobId: id },
    modelKey: 'enhance/standard/standard-v2',
    mode: 'manual',
    params: { output_height: 1200 },
    spot: { x: 0, y: 1 },
  })
  expect(enlarged).toMatchObject({ resultWidth: 1400, resultHeight: 1200, spot: { x: 0, y: 1 } })
})

it('goes with its picture: with the nightly round, and where the picture goes while it is made', async () => {
  const { userId, uploadId, key } = await person()
  await look(userId, { ...FILTERS, source: { uploadId } })
  expect(await storedBeside(key)).toHaveLength(1)
  drawPatch.mockImplementation(async (request, run) => {
    const drawn = await engine.drawPatch(request, run)
    await service.database.query(`update user_uploads set files_removed_at = now() where id = $1`, [uploadId])
    return drawn
  })
  const other = { modelKey: 'sharpen/standard/strong', source: { uploadId } }
  await expect(look(userId, other)).rejects.toMatchObject({ code: 'upload-expired' })
  expect(await storedBeside(key)).toHaveLength(1)
  await service.database.query(`update user_uploads set files_removed_at = null, status = 'deleted' where id = $1`, [
    uploadId,
  ])
  const { database, storage } = service
  await removeExpiredFiles({ database, storage, log: pino({ level: 'silent' }) })
  expect(await storedBeside(key)).toEqual([])
})

describe('is refused', () => {
  it('to strangers, and for pictures that are gone', async () => {
    const { uploadId } = await person()
    const stranger = await createTestUser(service.database)
    await expect(look(stranger, { source: { uploadId } })).rejects.toMatchObject({ code: 'upload-missing' })
    await expect(look(null, { source: { uploadId } })).rejects.toMatchObject({ code: 'login-required' })
  })

  it.each([
    ['suspended', { status: 'suspended' }, {}],
    ['banned', { status: 'banned' }, {}],
    ['unknown-model', {}, { modelKey: 'denoise/none' }],
    ['parameter-invalid', {}, { mode: 'manual', params: { strength: 4000 } }],
    ['patch-unavailable', {}, { modelKey: 'lighting/adjust' }],
  ] as const)('with the guard of the start: %s', async (code, profile, changes) => {
    const { userId, uploadId } = await person(profile)
    await expect(look(userId, { source: { uploadId }, ...changes })).rejects.toMatchObject({ code })
  })

  it('while processing is stopped or the service is closed', async () => {
    const { userId, uploadId } = await person()
    const { value } = service.systemSettings
    service.systemSettings.value = { ...value, emergencyStop: true }
    await expect(look(userId, { source: { uploadId } })).rejects.toMatchObject({ code: 'emergency-stop' })
    service.systemSettings.value = { ...value, maintenanceMode: true }
    await expect(look(userId, { source: { uploadId } })).rejects.toMatchObject({ code: 'maintenance' })
    service.systemSettings.value = value
  })

  it('above the number of an hour, and where nothing could be computed', async () => {
    const { userId, uploadId } = await person()
    drawPatch.mockRejectedValue(new EngineError('out-of-memory', 'too large'))
    await expect(look(userId, { source: { uploadId } })).rejects.toMatchObject({ code: 'patch-failed' })
    drawPatch.mockImplementation(async () => {
      throw new EngineError('cancelled')
    })
    // Codes of a page that was left: no fault of the service, and no stack in its log.
    const codes = new Set<string>()
    for (let n = 1; n < PATCHES_PER_HOUR; n++)
      await look(userId, { source: { uploadId } }).catch(({ code }: { code: string }) => codes.add(code))
    expect([...codes]).toEqual(['patch-failed'])
    await expect(look(userId, { source: { uploadId } })).rejects.toMatchObject({ code: 'patch-limit' })
  })
})

it('nobody holds all the places: the fifth look of one person at once is refused, another person has one', async () => {
  const { userId, uploadId } = await person()
  const other = await person()
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  drawPatch.mockImplementation(async (request, run) => {
    await ended
    return drawnOnce(request, run)
  })
  const ask = () => look(userId, { source: { uploadId } })
  const before = drawPatch.mock.calls.length
  const looks = [ask(), ask(), ask(), ask()]
  await vi.waitFor(() => expect(drawPatch.mock.calls.length - before).toBe(4))
  await expect(ask()).rejects.toMatchObject({ code: 'patch-busy' })
  const theirs = look(other.userId, { source: { uploadId: other.uploadId } })
  end()
  expect((await Promise.all([...looks, theirs])).map(({ width }) => width)).toEqual([512, 512, 512, 512, 512])
})

describe('of a visitor', () => {
  const headersOf = (browser: string, address: string) => ({
    [FINGERPRINT_HEADER]: browser,
    'x-forwarded-for': address,
  })
  async function send(headers: Record<string, string>): Promise<string> {
    const body = new FormData()
    body.append('purpose', 'home')
    body.append('file', new File([await sharp(picture).jpeg().toBuffer()], 'photo.jpg', { type: 'image/jpeg' }))
    const answer = await fetch(`${service.origin}/api/trial-uploads`, { method: 'POST', body, headers })
    return ((await answer.json()) as { id: string }).id
  }

  it('keeps the places of people with an account free, however many visitors wait', async () => {
    const { userId, uploadId } = await person()
    const guests = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => {
        const headers = headersOf(`crowd-${n}`, `203.0.113.${n}`)
        return { headers, uploadId: await send(headers) }
      }),
    )
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    drawPatch.mockImplementation(async (request, run) => {
      await ended
      return drawnOnce(request, run)
    })
    const before = drawPatch.mock.calls.length
    const crowd = Promise.allSettled(
      guests.flatMap((guest) =>
        [1, 2, 3, 4].map(() => look(null, { source: { uploadId: guest.uploadId } }, guest.headers)),
      ),
    )
    await vi.waitFor(() =>
      expect(drawPatch.mock.calls.length - before).toBeGreaterThanOrEqual(WAITING_PATCHES.ofGuests),
    )
    const own = look(userId, { source: { uploadId } })
    end()
    expect((await own).width).toBe(512)
    const refused = (await crowd).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(24 - WAITING_PATCHES.ofGuests)
    expect(refused[0]).toMatchObject({ reason: { code: 'patch-busy' } })
  })

  it('shows a few spots a day with automatic values, and what would help, to the browser that sent the picture', async () => {
    const headers = headersOf('browser-a', '198.51.100.1')
    const uploadId = await send(headers)
    const { estimates } = await service.clientOf(null, headers).processing.uploads.estimates({ id: uploadId })
    expect(estimates!.noiseSigma).toBeGreaterThan(10)
    const patch = await look(null, { source: { uploadId }, mode: 'manual', params: { strength: 1 } }, headers)
    expect((await sharp(await bytesOf(patch)).metadata()).width).toBe(1024)
    expect(drawPatch.mock.lastCall![0].params).toEqual({})
    expect(drawPatch.mock.lastCall![1]!.lane!.isGuest).toBe(true)
    drawPatch.mockImplementation(async () => {
      throw new EngineError('timeout')
    })
    for (let n = 1; n < TRIAL_DAILY_PATCHES; n++)
      await expect(look(null, { source: { uploadId } }, headers)).rejects.toMatchObject({ code: 'patch-failed' })
    const refused = { code: 'trial-patches' }
    await expect(look(null, { source: { uploadId } }, headers)).rejects.toMatchObject(refused)
    // Another browser of the same network has no more than that.
    const neighbour = headersOf('browser-b', '198.51.100.1')
    const theirs = await send(neighbour)
    await expect(look(null, { source: { uploadId: theirs } }, neighbour)).rejects.toMatchObject(refused)
  })

  it('shows nothing to another browser', async () => {
    const uploadId = await send(headersOf('browser-c', '198.51.100.7'))
    const other = headersOf('browser-d', '198.51.100.8')
    await expect(look(null, { source: { uploadId } }, other)).rejects.toMatchObject({ code: 'upload-missing' })
    const estimates = service.clientOf(null, other).processing.uploads.estimates({ id: uploadId })
    await expect(estimates).rejects.toMatchObject({ code: 'upload-missing' })
  })
})

it('says which models can be looked at', async () => {
  const { capabilities } = service.clientOf(null).processing
  expect((await capabilities({ modelKey: 'denoise/normal' })).hasPatches).toBe(true)
  expect((await capabilities({ modelKey: 'lighting/adjust' })).hasPatches).toBe(false)
})
