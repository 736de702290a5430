// Tiles of large pictures: the pixels of the original in the right places, for the owner only, made once, gone with the picture.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { VIEW_MAX_SIDE_PX } from '#rulebook/pictures/shown-pictures.ts'
import type { PictureTiles } from '../../contract.ts'
import { removeExpiredFiles } from '../retention/retention.job.ts'
import { tilesFolder } from '../storage-keys.ts'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'
import { TILE_PX, tileLevels } from './tile-plan.ts'

const SIZE = { width: 5000, height: 1100 }
const COLUMNS = 5
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const

let service: TestService
let folder: string
/** A picture that differs everywhere. */
let large: string
beforeAll(async () => {
  service = await openTestService({ engine: createLocalEngine() })
  folder = await mkdtemp(join(tmpdir(), 'huanying-tiles-'))
  large = join(folder, 'large.png')
  await sharp({ create: { ...SIZE, channels: 3, background: '#777', noise } })
    .blur(2)
    .png({ compressionLevel: 1 })
    .toFile(large)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function largeResult() {
  const userId = await createTestUser(service.database)
  const { id } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  await watchToEnd(service, userId, id)
  const key = `results/${userId}/${id}/result.png`
  await service.storage.putFile(key, large, 'image/png')
  await service.database.query(
    `update processing_history set result_width = $2, result_height = $3, result_view_mime_type = 'image/jpeg' where id = $1`,
    [id, SIZE.width, SIZE.height],
  )
  return { userId, id, key }
}
async function largeUpload(path: string) {
  const userId = await createTestUser(service.database)
  const id = await createTestUpload(service, userId)
  const key = `uploads/${userId}/${id}/original.png`
  await service.storage.putFile(key, path, 'image/jpeg')
  await service.database.query(
    `update user_uploads set width = $2, height = $3, view_mime_type = 'image/jpeg' where id = $1`,
    [id, SIZE.width, SIZE.height],
  )
  return { userId, id, key }
}
const tilesOf = (userId: string | null, id: string) => service.clientOf(userId).processing.jobs.tiles({ id })
async function stored(key: string): Promise<string[]> {
  const keys: string[] = []
  for await (const object of service.storage.list(tilesFolder(key))) keys.push(object.key)
  return keys
}
const fetchTile = async ({ levels }: PictureTiles, index: number) =>
  Buffer.from(await (await fetch(service.origin + levels[0]!.addresses[index])).arrayBuffer())

/** Largest mean deviation of a tile's samples from the same place of the picture. */
async function deviation(tile: Buffer, index: number, of: string): Promise<number> {
  const { width, height } = await sharp(tile).metadata()
  const [left, top] = [(index % COLUMNS) * TILE_PX, Math.floor(index / COLUMNS) * TILE_PX]
  const there = await sharp(of).extract({ left, top, width, height }).removeAlpha().raw().toBuffer()
  const here = await sharp(tile).removeAlpha().raw().toBuffer()
  return here.reduce((sum, value, at) => sum + Math.abs(value - there[at]!), 0) / here.length
}

it('plans levels above the view file only, and covers them without a gap', () => {
  expect(tileLevels(VIEW_MAX_SIDE_PX, 3000)).toEqual([])
  expect(tileLevels(8660, 5773).map(({ width, height, tiles }) => [width, height, tiles.length])).toEqual([
    [8660, 5773, 9 * 6],
  ])
  expect(tileLevels(20_000, 10_000).map(({ width }) => width)).toEqual([20_000, 10_000, 5000])
})

it('shows a large result in tiles of its own pixels, in the order of the rows', async () => {
  const { userId, id } = await largeResult()
  const tiles = await tilesOf(userId, id)
  expect(tiles.levels.map(({ width, height, addresses }) => [width, height, addresses.length])).toEqual([
    [SIZE.width, SIZE.height, COLUMNS * 2],
  ])
  for (const index of [0, 3, 9]) expect(await deviation(await fetchTile(tiles, index), index, large)).toBeLessThan(1.5)
  const corner = await sharp(await fetchTile(tiles, 9)).metadata()
  expect([corner.width, corner.height]).toEqual([SIZE.width - 4 * TILE_PX, SIZE.height - TILE_PX])
})

it('shows the full original of an upload upright, decoded by the engine', async () => {
  const turned = join(folder, 'turned.jpg')
  await sharp(large)
    .rotate(270)
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toFile(turned)
  const { userId, id } = await largeUpload(turned)
  const tiles = await service.clientOf(userId).processing.uploads.tiles({ id })
  expect(tiles.levels[0]).toMatchObject(SIZE)
  expect(await deviation(await fetchTile(tiles, 6), 6, large)).toBeLessThan(2.5)
})

it("is nobody else's", async () => {
  const result = await largeResult()
  const upload = await largeUpload(large)
  const stranger = await createTestUser(service.database)
  await expect(tilesOf(stranger, result.id)).rejects.toMatchObject({ code: 'job-not-found' })
  await expect(tilesOf(null, result.id)).rejects.toMatchObject({ code: 'login-required' })
  const uploads = service.clientOf(stranger).processing.uploads
  await expect(uploads.tiles({ id: upload.id })).rejects.toMatchObject({ code: 'upload-missing' })
  expect([await stored(result.key), await stored(upload.key)]).toEqual([[], []])
})

it('is made once', async () => {
  const { userId, id, key } = await largeResult()
  await tilesOf(userId, id)
  const marker = join(folder, 'marker')
  await writeFile(marker, 'made before')
  await service.storage.putFile(`${tilesFolder(key)}/0/0-0.jpeg`, marker, 'image/jpeg')
  expect((await fetchTile(await tilesOf(userId, id), 0)).toString()).toBe('made before')
})

it('keeps transparency', async () => {
  const { userId, id, key } = await largeResult()
  const clear = join(folder, 'clear.png')
  const background = { r: 9, g: 9, b: 9, alpha: 0.5 }
  await sharp({ create: { ...SIZE, channels: 4, background } })
    .png()
    .toFile(clear)
  await service.storage.putFile(key, clear, 'image/png')
  await service.database.query(`update processing_history set result_view_mime_type = 'image/png' where id = $1`, [id])
  expect(await sharp(await fetchTile(await tilesOf(userId, id), 4)).metadata()).toMatchObject({
    format: 'webp',
    hasAlpha: true,
  })
})

it('a picture that cannot be cut has no tiles and keeps its result', async () => {
  const { userId, id, key } = await largeResult()
  const broken = join(folder, 'broken.png')
  await writeFile(broken, 'no picture')
  await service.storage.putFile(key, broken, 'image/png')
  expect((await tilesOf(userId, id)).levels).toEqual([])
  expect(await stored(key)).toEqual([])
  const job = await service.clientOf(userId).processing.jobs.get({ id })
  expect(job.result?.viewAddress).toBeTruthy()
})

it('goes with its picture when the files expire', async () => {
  const result = await largeResult()
  const upload = await largeUpload(large)
  await tilesOf(result.userId, result.id)
  await service.clientOf(upload.userId).processing.uploads.tiles({ id: upload.id })
  expect([(await stored(result.key)).length, (await stored(upload.key)).length]).toEqual([10, 10])
  for (const table of ['processing_history', 'user_uploads'])
    await service.database.query(`update ${table} set created_at = now() - interval '31 days' where id = any($1)`, [
      [result.id, upload.id],
    ])
  await removeExpiredFiles({ ...service, log: pino({ level: 'silent' }) })
  expect([await stored(result.key), await stored(upload.key)]).toEqual([[], []])
  await expect(tilesOf(result.userId, result.id)).rejects.toMatchObject({ code: 'result-expired' })
})
