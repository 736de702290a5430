// The eight enlarging models as they run by default: the net enlarges. What they are without weights stands in plan-enhance.test.ts.
import { expect, it } from 'vitest'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { resizeBicubic } from '../testing/picture-quality.ts'
import { runModel } from '../testing/run-model.ts'
import { meanDifference } from '../testing/run-plan.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'

const ENHANCE = MODELS.filter(({ category }) => category === 'enhance').map(({ key }) => key)
const source = syntheticRaster(96, 72)
const noisy = addNoise(source, 4)
const run = (modelKey: string, picture = source) =>
  runModel(picture, { modelKey, params: { output_height: 144 }, tier: 'net', jpegQuality: 70 })

it('[MODEL-01] [MODEL-02] each makes another picture of the same thing with the net too', async () => {
  const results = []
  for (const key of ENHANCE) results.push(await run(key, noisy))
  for (const [i, result] of results.entries()) {
    expect([result.width, result.height]).toEqual([192, 144])
    expect(meanDifference(resizeBicubic(result, source), source)).toBeLessThan(12)
    for (const other of results.slice(i + 1)) expect(meanDifference(result, other)).toBeGreaterThan(0.05)
  }
})

it('High Fidelity V2 shrinks back to its source with the net too', async () => {
  const result = await runModel(source, {
    modelKey: 'enhance/standard/high-fidelity-v2',
    params: { output_height: 144, denoise: 0, fix_compression: 0 },
    tier: 'net',
    jpegQuality: 100,
  })
  expect(meanDifference(resizeBicubic(result, source), source)).toBeLessThan(0.5)
})

it('the same picture, values and seed give the same bytes', async () => {
  const [first, second] = [await run('enhance/generative/redefine'), await run('enhance/generative/redefine')]
  expect(Buffer.compare(Buffer.from(first.data), Buffer.from(second.data))).toBe(0)
})
