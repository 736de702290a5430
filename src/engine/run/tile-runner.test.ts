// Threads ask the nets across a message port; the result must not know of it.
import { expect, it } from 'vitest'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import { createRaster } from '../image/raster.ts'
import { runModel } from '../testing/run-model.ts'
import { scratchPicture } from '../testing/synthetic-damage.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { makePlan } from '../tools/make-plan.ts'
import { runPass } from './run-pass.ts'
import { createTileRunner } from './tile-runner.ts'
import { createTileThreads } from './tile-threads.ts'

/** Two tiles of a net (above 515 px), several of the filters and of what is enlarged. */
const WHOLE = { x: 0, y: 0, width: 560, height: 160 }
const source = createRaster(WHOLE.width, WHOLE.height, 3, 8)
const noisy = addNoise(syntheticRaster(WHOLE.width, WHOLE.height), 12)
pasteTile(source, scratchPicture(cutTile(noisy, WHOLE), 5).picture, WHOLE, WHOLE)

const seen = analysisInputOf(source)
const inputFor = (modelKey: string, params: ParameterValues = {}) =>
  ({ modelKey, params, picture: WHOLE, analysis: analyse(seen), autoSeed: 7, tier: 'net' }) as const

async function resultOf(modelKey: string, params: ParameterValues, threads: number) {
  const parts: number[] = []
  const onDone = (passes: number) => parts.push(passes)
  return { result: await runModel(source, { modelKey, params, tier: 'net', threads, onDone }), parts }
}

it.each([
  ['denoise/normal', 'refine'],
  ['restore/dust-scratch', 'repair'],
  ['enhance/standard/standard-v2', 'enlarge'],
])('%s gives the same bytes on one thread and on several, and tells how far it is', async (modelKey, kind) => {
  const params = kind === 'enlarge' ? { output_height: 320 } : {}
  const { passes } = makePlan(inputFor(modelKey, params))
  expect(passes.map((pass) => pass.kind)).toContain(kind)
  const [alone, shared] = [await resultOf(modelKey, params, 1), await resultOf(modelKey, params, 2)]
  expect(Buffer.compare(Buffer.from(alone.result.data), Buffer.from(shared.result.data))).toBe(0)
  expect(shared.parts).toEqual([...shared.parts].sort((a, b) => a - b))
  expect(shared.parts.at(-1)).toBe(passes.length)
})

it('an answer that fails ends the run with its reason, and nothing hangs', async () => {
  const { passes } = makePlan(inputFor('restore/dust-scratch'))
  const broken = { haloPx: 8, stepPx: 8, run: () => Promise.reject(new Error('no answer')) }
  const threads = createTileThreads(2)
  const runner = createTileRunner(passes, { mask: broken }, threads)
  const pass = passes[0]!
  await expect(runPass(runner, { pass, passIndex: 0, source, bits: 8, onDone: () => {} })).rejects.toThrow('no answer')
  await threads.close()
})
