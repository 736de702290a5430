// A drawing made by a computer has no dust on it: its lone strokes stay; a scratched photograph, and a dusty scan whose paper was whitened, are repaired.
import { expect, it } from 'vitest'
import { createRaster, type Raster } from '../image/raster.ts'
import { blankPaper, lettersOn } from '../testing/drawn-letters.ts'
import { runModel } from '../testing/run-model.ts'
import { calmAnalysis } from '../testing/run-plan.ts'
import { makePlan } from './make-plan.ts'

/** Letters, and below them a cross, a slanted line and a circle of one pixel and a half. */
function drawing(): Raster {
  const paper = blankPaper(320, 320)
  const page = lettersOn(blankPaper(320, 120))
  paper.data.set(page.data)
  const ink = (x: number, y: number, part: number) => {
    const at = 3 * (y * 320 + x)
    for (let c = at; c < at + 3; c++)
      paper.data[c] = Math.min(paper.data[c]!, 255 - 255 * Math.min(1, Math.max(0, part)))
  }
  for (let y = 130; y < 310; y++)
    for (let x = 0; x < 320; x++) {
      ink(x, y, 1.25 - Math.abs(Math.hypot(x - 90, y - 220) - 55))
      if (Math.abs(x - 90) < 40) ink(x, y, 1.25 - Math.abs(y - 220))
      if (Math.abs(y - 220) < 40) ink(x, y, 1.25 - Math.abs(x - 90))
      ink(x, y, 1.25 - Math.abs(x - 200 - (y - 130) / 3))
    }
  return paper
}

it('Dust & Scratch keeps the strokes of a drawing', async () => {
  const source = drawing()
  const result = await runModel(source, { modelKey: 'restore/dust-scratch', params: {}, tier: 'net' })
  expect(result.data.filter((level, i) => level !== source.data[i])).toHaveLength(0)
})

it('and repairs what is a photograph, whatever part of it is one single value', () => {
  const source = createRaster(96, 72, 3, 8)
  const plan = (content: { textShare: number; flatShare: number }) =>
    makePlan({
      modelKey: 'restore/dust-scratch',
      params: {},
      picture: source,
      analysis: calmAnalysis(source, {
        pureCells: { share: 0.5, specks: 0 },
        content: { ...content, twoToneShare: 0, saturation: 0.1, tintSpread: 0.1 },
      }),
      autoSeed: 7,
      tier: 'net',
    }).passes
  expect(plan({ textShare: 0, flatShare: 0.5 })).toHaveLength(1)
  expect(plan({ textShare: 0.2, flatShare: 0.5 })).toHaveLength(0)
})

/** Round, dark, two pixels and a half across. */
function withDust(source: Raster, specks: readonly (readonly [number, number])[]): Raster {
  const dusty = { ...source, data: source.data.slice() }
  for (const [left, top] of specks)
    for (let y = top - 2; y <= top + 2; y++)
      for (let x = left - 2; x <= left + 2; x++)
        if (Math.hypot(x - left, y - top) < 1.5) dusty.data.fill(60, 3 * (y * 320 + x), 3 * (y * 320 + x) + 3)
  return dusty
}

it('and a scan whose paper was whitened: lone specks lie on it', async () => {
  const dust = [152, 184, 216, 248, 280].map((y) => [296, y] as const)
  const source = withDust(drawing(), dust)
  const result = await runModel(source, { modelKey: 'restore/dust-scratch', params: {}, tier: 'net' })
  expect(Math.min(...dust.map(([x, y]) => result.data[3 * (y * 320 + x)]!))).toBeGreaterThan(220)
})
