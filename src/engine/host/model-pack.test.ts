// A generative model on a pack, through the service's own door. The pack is a tiny one, so only the ways are tested here; what the real
// nets give is measured by bench/engine-packs.ts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessOutcome } from '../engine-types.ts'
import { packFolders } from '../packs/pack-folders.ts'
import { runPacksCommand } from '../packs/packs-command.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { sharpOf } from '../testing/encode-sample.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { writeTinyPack } from '../testing/tiny-pack.ts'
import { createLocalEngine } from './local-engine.ts'

const root = mkdtempSync(path.join(tmpdir(), 'model-pack-'))
const added = path.join(root, 'packs')
const source = syntheticRaster(90, 70)
/** Dearer than the real ones, which may be installed here, so that it goes before them. */
const DEAR = { cpuSecondsPerMp: 5000 }
const engine = createLocalEngine({ packs: { addedFolder: added, mostSeconds: 60 } })
const plain = createLocalEngine()
const at = (name: string) => path.join(root, name)
const file = path.join(added, 'tiny', 'tiny.bin')

beforeAll(async () => {
  writeFileSync(at('source.png'), await sharpOf(source).png().toBuffer())
  await runPacksCommand({ ...packFolders(), added }, [
    'add',
    writeTinyPack(at('from'), 'tiny', (manifest) => ({ ...manifest, cost: DEAR })),
  ])
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Result {
  readonly bytes: Buffer
  readonly outcome: ProcessOutcome
  readonly fractions: readonly number[]
}

async function run(model: string, params: Record<string, number>, by = engine): Promise<Result> {
  const fractions: number[] = []
  const sizes = { thumbnailSidePx: 32, thumbnailQuality: 0.8, viewMaxSidePx: 64 }
  const paths = {
    sourcePath: at('source.png'),
    resultPath: at('result'),
    thumbnailPath: at('thumb'),
    viewPath: at('view'),
  }
  const request = { ...paths, ...sizes, modelKey: `enhance/generative/${model}`, params }
  const outcome = await by.process(request, { onProgress: ({ fraction }) => fractions.push(fraction) })
  return { bytes: readFileSync(at('result')), outcome, fractions }
}

const pictureOf = async ({ bytes }: Result) => (await decodePicture(bytes)).colour

describe('a generative model with a pack', () => {
  it('takes it, says so by name and version, gives the same bytes twice, and shrinks to its source', async () => {
    const first = await run('redefine', { output_height: 280 })
    expect(first.outcome.report).toMatchObject({ tier: 'net', nets: ['sr4', 'tiny@1.0'] })
    expect(first.outcome.report.fallbackReason).toBeUndefined()
    expect((await run('redefine', { output_height: 280 })).bytes.equals(first.bytes)).toBe(true)
    expect(first.fractions.at(-1)).toBe(1)
    const result = await pictureOf(first)
    expect([result.width, result.height]).toEqual([360, 280])
    expect(psnrY(resizeBicubic(result, source), source, 1)).toBeGreaterThan(38)
  })

  it('draws more of it the more is asked for', async () => {
    const without = await pictureOf(await run('redefine', { output_height: 280, creativity: 1 }, plain))
    const [little, much] = [
      await pictureOf(await run('redefine', { output_height: 280, creativity: 1 })),
      await pictureOf(await run('redefine', { output_height: 280, creativity: 6 })),
    ]
    expect(psnrY(much, without, 4)).toBeLessThan(psnrY(little, without, 4))
  })

  it('works as without one where it would compute much for little', async () => {
    const one = await run('redefine', { output_height: 90 })
    expect(one.outcome.report.nets).not.toContain('tiny@1.0')
    expect(one.outcome.report.fallbackReason).toBeUndefined()
    expect(one.bytes.equals((await run('redefine', { output_height: 90 }, plain)).bytes)).toBe(true)
  })

  it('works as without one, with the reason, where its file was tampered with', async () => {
    const whole = readFileSync(file)
    writeFileSync(file, Buffer.from(whole).fill(0, 20, 24))
    const one = await run('redefine', { output_height: 280 })
    writeFileSync(file, whole)
    expect(one.outcome.report.fallbackReason).toMatch(/another SHA-256/)
    expect(one.bytes.equals((await run('redefine', { output_height: 280 }, plain)).bytes)).toBe(true)
  })

  it('works as without one where it would take longer than is allowed', async () => {
    const hurried = createLocalEngine({ packs: { addedFolder: added, mostSeconds: 0.001 } })
    expect((await run('redefine', { output_height: 280 }, hurried)).outcome.report.nets).not.toContain('tiny@1.0')
    expect(await hurried.packSeconds(SMALL)).toBe(0)
  })
})

const SMALL = { modelKey: 'enhance/generative/redefine', megapixels: 0.0063, factor: 4 }

describe('seconds predicted before a run', () => {
  it('has the seconds of the pack that it will take', async () => {
    const seconds = await engine.packSeconds(SMALL)
    expect(seconds).toBeGreaterThan((5000 * SMALL.megapixels) / 2)
    expect(await engine.packSeconds({ ...SMALL, megapixels: SMALL.megapixels / 3 })).toBeCloseTo(seconds / 3)
  })

  it.each([
    ['little is enlarged', engine, { ...SMALL, factor: 1.4 }],
    ['the model takes none', engine, { ...SMALL, modelKey: 'enhance/standard/standard-v2' }],
    ['none is used', plain, SMALL],
  ])('has none where %s', async (_case, by, asked) => {
    expect(await by.packSeconds(asked)).toBe(0)
  })
})
