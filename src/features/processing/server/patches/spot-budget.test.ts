// How much of one picture free looks show, over HTTP (decision 0263): stitched together they are never what a run is paid for.
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import type { Engine } from '#engine/engine-types.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { patchShare, patchSpots } from '#rulebook/runs/patch-spots.ts'
import type { PatchRequest } from '../../contract.ts'
import { createLocalProvider } from '../provider/local-provider.ts'
import { createProviders } from '../provider/providers.ts'
import { createTestUpload, createTestUser, openTestService, type TestService } from '../testing/test-service.ts'

const FOUND = { x: 0.31, y: 0.62 }
/** What is drawn does not matter here. */
const draw: Engine['drawPatch'] = async ({ targetPath, spot }) => {
  await writeFile(targetPath, 'a look')
  return { width: 512, height: 512, resultWidth: 2000, resultHeight: 1600, spot: spot ?? FOUND }
}
const drawPatch = vi.fn<Engine['drawPatch']>(draw)
let service: TestService
beforeAll(async () => {
  const engine = createLocalEngine()
  const local = createLocalProvider({ ...engine, drawPatch })
  service = await openTestService({ engine, providers: () => createProviders({ byDefault: local }) })
})
afterAll(() => service.close())
beforeEach(() => void drawPatch.mockReset().mockImplementation(draw))

const MODEL = { modelKey: 'denoise/normal', mode: 'auto', params: {} } as const
const at = (x: number, y = 0.5) => ({ spot: { x, y } })
const OVER = { code: 'patch-spots' }

async function member(width: number, height: number) {
  const userId = await createTestUser(service.database)
  const uploadId = await createTestUpload(service, userId)
  await service.database.query('update user_uploads set width = $2, height = $3 where id = $1', [
    uploadId,
    width,
    height,
  ])
  const { processing } = service.clientOf(userId)
  return (request: Partial<PatchRequest>) => processing.drawPatch({ ...MODEL, source: { uploadId }, ...request })
}

async function visitor(width: number, height: number) {
  const headers = { [FINGERPRINT_HEADER]: `budget-${width}`, 'x-forwarded-for': '198.51.100.77' }
  const body = new FormData()
  const bytes = await sharp({ create: { width: 700, height: 600, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
  body.append('purpose', 'home')
  body.append('file', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  const answer = await fetch(`${service.origin}/api/trial-uploads`, { method: 'POST', body, headers })
  const { id: uploadId } = (await answer.json()) as { id: string }
  await service.database.query('update trial_uploads set width = $2, height = $3 where id = $1', [
    uploadId,
    width,
    height,
  ])
  const { processing } = service.clientOf(null, headers)
  return (request: Partial<PatchRequest>) => processing.drawPatch({ ...MODEL, source: { uploadId }, ...request })
}

describe.each([
  ['a member', member],
  ['a visitor', visitor],
])('%s', (_name, open) => {
  it('sees one spot of a small picture with each tool, as often as wanted', async () => {
    const look = await open(700, 600)
    await look(at(0.1))
    const drawn = drawPatch.mock.calls.length
    await expect(look(at(0.9))).rejects.toMatchObject(OVER)
    expect(drawPatch).toHaveBeenCalledTimes(drawn)
    // As near to the edge as it goes is one place.
    await look(at(0))
    await look({ ...at(0.9), modelKey: 'denoise/strong' })
    // The next tool's page chooses no spot: what may be shown there is shown.
    const { spot } = await look({ modelKey: 'denoise/strong' })
    expect(spot.x).toBeCloseTo(1 - 256 / 700, 2)
  })
})

it('sees at most a third of a larger one; a repeated spot and a look that failed take nothing of it', async () => {
  const size = { width: 2000, height: 1600 }
  const look = await member(size.width, size.height)
  const spots = patchSpots(size)
  expect([spots, spots * patchShare(size) <= 1 / 3, (spots + 1) * patchShare(size) > 1 / 3]).toEqual([4, true, true])
  drawPatch.mockRejectedValueOnce(new EngineError('timeout'))
  await expect(look(at(0.9, 0.9))).rejects.toMatchObject({ code: 'patch-failed' })
  await look({})
  await look({ spot: FOUND })
  for (let n = 1; n < spots; n += 1) await look(at(0.2 + n / 10))
  await expect(look(at(0.9, 0.9))).rejects.toMatchObject(OVER)
  await look({})
  await look(at(0.3))
})

it('two at once never share the last spot', async () => {
  const look = await member(700, 600)
  const looks = await Promise.allSettled([look(at(0.1)), look(at(0.5)), look(at(0.9))])
  expect(looks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('another size of the result is no other picture', async () => {
  const look = await member(700, 600)
  const enlarged = (height: number, x: number) =>
    look({ ...at(x), modelKey: 'enhance/standard/standard-v2', mode: 'manual', params: { output_height: height } })
  await enlarged(1200, 0.1)
  await enlarged(1216, 0.5)
  await expect(enlarged(1280, 0.9)).rejects.toMatchObject(OVER)
})
