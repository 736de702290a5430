// On a page of writing nothing is drawn that its source does not show, unless a slider asks for it (decision 0199).
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { analyse } from '../../analysis/analyse.ts'
import { analysisInputOf } from '../../analysis/analysis-input.ts'
import type { PictureAnalysis } from '../../analysis/picture-analysis.ts'
import { decodePicture } from '../../picture/decode-picture.ts'
import { calmAnalysis } from '../../testing/run-plan.ts'
import { syntheticRaster } from '../../testing/synthetic-picture.ts'
import { drawsDetail } from '../draws-detail.ts'
import { makePlan, needsOf } from '../make-plan.ts'
import { isWriting } from './writing.ts'

const picture = { width: 200, height: 150 }
const REDEFINE = 'enhance/generative/redefine'
const page = { textShare: 0.5, flatShare: 0.4, twoToneShare: 0.6, saturation: 0, tintSpread: 0 }
const pack = { name: 'fast@1', factor: 4, tilePx: 256, overlapPx: 24, costPerMegapixel: 30, tools: [REDEFINE] } as const

function enlargingOf(modelKey: string, content: PictureAnalysis['content'], params: ParameterValues = {}) {
  const plan = makePlan({
    modelKey,
    params: { output_height: 4 * picture.height, ...params },
    picture,
    analysis: calmAnalysis(syntheticRaster(32, 32), { content }),
    autoSeed: 1,
    tier: 'net',
    packs: { offers: [pack], mostSeconds: 60 },
  })
  const [pass] = plan.passes.filter(({ kind }) => kind === 'enlarge')
  if (pass?.kind !== 'enlarge') throw new Error('enlarging was asked for')
  const { net, netInvents, pack: used } = pass.settings
  const finishing = pass.finishing.map(({ filter }) => filter)
  return { net, netInvents, pack: used?.name, finishing, isSaid: drawsDetail(plan) }
}

const photo = calmAnalysis(syntheticRaster(32, 32)).content

describe('a page of writing', () => {
  it.each([
    ['enhance/standard/standard-v2', 'sr4'],
    ['enhance/generative/redefine', 'sr4-wide'],
    ['enhance/generative/recovery', 'sr4-wide'],
    ['enhance/generative/recovery-v2', 'sr4-wide'],
  ])('is enlarged by %s faithfully, and nothing is added', (key, net) => {
    const faithful = { net, netInvents: false, pack: undefined, finishing: [], isSaid: false }
    expect(enlargingOf(key, photo)).not.toEqual(faithful)
    expect(enlargingOf(key, page)).toEqual(faithful)
  })

  it('gets what a person asks for', () => {
    const asked = enlargingOf(REDEFINE, page, { creativity: 6, texture: 1 })
    expect(asked).toMatchObject({ netInvents: true, pack: 'fast@1', finishing: ['addTexture'], isSaid: true })
    expect(enlargingOf(REDEFINE, page, { texture: 1 })).toMatchObject({ netInvents: false, isSaid: true })
    expect(enlargingOf('enhance/generative/recovery', page, { detail: 1 }).finishing).toEqual(['boostDetail'])
  })

  it('gets the stroke contrast of Text Refine', () => {
    expect(enlargingOf('enhance/standard/text-refine', page).finishing).toContain('sharpenStrokes')
  })
})

it.each([
  ['printed-menu.webp', true],
  ['kitten.webp', false],
])('%s: writing %s', async (name, expected) => {
  const raster = await decoded(name)
  expect(isWriting({ analysis: analyse(analysisInputOf(raster), needsOf(REDEFINE)) })).toBe(expected)
})

const decoded = async (name: string) =>
  (await decodePicture(await readFile(new URL(`../../testing/${name}`, import.meta.url)))).colour
