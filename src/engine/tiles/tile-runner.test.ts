// Threads ask the nets across a message port; the result must not know of it.
import { expect, it } from 'vitest'
import { analyse } from '../analysis/analyse.ts'
import { collectCrops, overviewOf } from '../child/collect-crops.ts'
import { netsOf } from '../nets/choose-tier.ts'
import { openNets } from '../nets/open-net.ts'
import { scratchPicture } from '../operations/synthetic-damage.ts'
import { createRaster, type Raster } from '../picture/raster.ts'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { cutTile, pasteTile } from './cut-tile.ts'
import { runPass } from './run-pass.ts'
import { createTileRunner } from './tile-runner.ts'

const WHOLE = { x: 0, y: 0, width: 600, height: 300 }
const source = createRaster(WHOLE.width, WHOLE.height, 3, 8)
const noisy = addNoise(syntheticRaster(WHOLE.width, WHOLE.height), 12)
pasteTile(source, scratchPicture(cutTile(noisy, WHOLE), 5).picture, WHOLE, WHOLE)

async function resultOf(input: PlanInput, threads: number): Promise<{ result: Raster; parts: number[] }> {
  const plan = makePlan(input)
  const nets = await openNets(netsOf(plan), 1)
  const runner = createTileRunner(input, nets, threads)
  const parts: number[] = []
  let result = source
  try {
    for (const [passIndex, pass] of plan.passes.entries()) {
      const onDone = (part: number) => parts.push(passIndex + part)
      result = await runPass(runner, { pass, passIndex, source: result, bits: 8, onDone })
    }
  } finally {
    await runner.close()
  }
  return { result, parts }
}

it.each([
  ['denoise/normal', 'polish'],
  ['restore/dust-scratch', 'repair'],
  ['enhance/standard/standard-v2', 'enlarge'],
])('%s gives the same bytes on one thread and on several, and tells how far it is', async (modelKey, kind) => {
  const seen = { crops: collectCrops(source), overview: overviewOf(source), jpegQuality: undefined }
  const params = kind === 'enlarge' ? { output_height: 600 } : {}
  const input = { modelKey, params, picture: WHOLE, analysis: analyse(seen), autoSeed: 7, tier: 'net' } as const
  expect(makePlan(input).passes.map((pass) => pass.kind)).toContain(kind)
  const [alone, shared] = [await resultOf(input, 1), await resultOf(input, 2)]
  expect(Buffer.compare(Buffer.from(alone.result.data), Buffer.from(shared.result.data))).toBe(0)
  expect(shared.parts).toEqual([...shared.parts].sort((a, b) => a - b))
  expect(shared.parts.at(-1)).toBe(makePlan(input).passes.length)
})

it('an answer that fails ends the run with its reason, and nothing hangs', async () => {
  const seen = { crops: collectCrops(source), overview: overviewOf(source), jpegQuality: undefined }
  const common = { params: {}, picture: WHOLE, analysis: analyse(seen), autoSeed: 7, tier: 'net' } as const
  const input = { ...common, modelKey: 'restore/dust-scratch' }
  const broken = { reachPx: 8, stepPx: 8, run: () => Promise.reject(new Error('no answer')) }
  const runner = createTileRunner(input, { mark: broken }, 2)
  const pass = makePlan(input).passes[0]!
  await expect(runPass(runner, { pass, passIndex: 0, source, bits: 8, onDone: () => {} })).rejects.toThrow('no answer')
  await runner.close()
})
