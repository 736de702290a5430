// Between the faithful net and the one that invents texture: every mixture is a net, proves itself, and shrinks back to its source.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FAITHFUL } from '../enlarge/enlarge-settings.ts'
import { enlargeWhole } from '../testing/enlarge-whole.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { gradientEnergy, meanDifference } from '../testing/run-plan.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { blendName, blendOf, blendWeights } from './blend-weights.ts'
import { checkPattern } from './check-output.ts'
import { haloPxOf } from './enlarge-graph.ts'
import { openNet } from './open-net.ts'
import { readWeights } from './read-weights.ts'
import { referenceInference } from './reference-inference.ts'

const session = vi.hoisted(() => ({ error: 0 }))
vi.mock('./session.ts', async (original) => {
  const real = await original<typeof import('./session.ts')>()
  return {
    ...real,
    createSession: async (...given: Parameters<typeof real.createSession>) => {
      const right = await real.createSession(...given)
      const run = async (...input: Parameters<typeof right.run>) =>
        (await right.run(...input)).map((value, i) => value + (i % 2 === 0 ? session.error : 0))
      return { ...right, run }
    },
  }
})
afterEach(() => {
  session.error = 0
})

const weightsOf = (name: string) =>
  readWeights(readFileSync(new URL(`../../../models/${name}.weights`, import.meta.url)))
const [faithful, inventing, low] = [weightsOf('sr2'), weightsOf('sr2-tex'), weightsOf('sr2-low')]
const ends = { base: faithful, faithful, inventing }

describe('a mixed net', () => {
  it.each([
    ['sr2', faithful],
    ['sr2-tex', inventing],
  ])('is proved by plain loops, which give the trained output of %s', (_name, weights) => {
    const output = referenceInference(weights, checkPattern(weights.checkSidePx + 2 * haloPxOf(weights)))
    expect(output).toHaveLength(weights.referenceOutput.length)
    for (const [i, value] of output.entries()) expect(Math.abs(value - weights.referenceOutput[i]!)).toBeLessThan(2e-3)
  })

  it('has weights between both ends', () => {
    const at = (part: number) => blendWeights(ends, part).tensors[4]!.values[7]!
    const [from, to] = [faithful, inventing].map(({ tensors }) => tensors[4]!.values[7]!)
    expect(at(0)).toBe(from)
    expect(at(1)).toBeCloseTo(to!, 6)
    expect(at(0.5)).toBeCloseTo((from! + to!) / 2, 6)
    expect(() => blendWeights({ ...ends, inventing: { ...inventing, tensors: [] } }, 0.5)).toThrow(/two shapes/)
  })

  it('adds to another base what the inventing end was fine-tuned to', () => {
    const onLow = blendWeights({ ...ends, base: low }, 0.4).tensors[4]!.values[7]!
    const change = blendWeights(ends, 0.4).tensors[4]!.values[7]! - faithful.tensors[4]!.values[7]!
    expect(onLow - low.tensors[4]!.values[7]!).toBeCloseTo(change, 6)
  })

  it('is named by tenths, and no part is the base itself', () => {
    expect(blendName('sr2', 0.04)).toBe('sr2')
    expect(blendName('sr2-low', 0.66)).toBe('sr2-low~7')
    expect(blendOf('sr2-low~7')).toEqual({ base: 'sr2-low', part: 0.7 })
    expect(blendOf('sr2-low')).toBeUndefined()
  })

  it('is refused where the processor computes wrongly', async () => {
    for (const name of ['sr2~5', 'sr2-low~2'] as const) expect((await openNet(name, 1)).factor).toBe(2)
    for (const name of ['sr4-wide~4', 'sr4-wide~10'] as const) expect((await openNet(name, 1)).factor).toBe(4)
    session.error = 0.2
    await expect(openNet('sr2~5', 1)).rejects.toThrow(/computes wrongly/)
  })
})

describe('what it invents', () => {
  /** Fine structure everywhere, as photographs have it. */
  const source = resizeBicubic(addNoise(syntheticRaster(192, 144), 12), { width: 96, height: 72 })
  const enlarged = async (part: number, factor = 2) => {
    const name = blendName('sr2', part)
    const settings = { ...FAITHFUL, net: name, netInvents: part > 0 }
    const size = { width: 96 * factor, height: 72 * factor }
    return enlargeWhole(source, size, settings, await openNet(name, 1))
  }

  it.each([2, 4])('shrinks back to its source within 1 dB of the faithful net, ×%s', async (factor) => {
    const returned = async (part: number) => psnrY(resizeBicubic(await enlarged(part, factor), source), source, 2)
    const expected = (await returned(0)) - 1
    for (const part of [0.2, 0.6, 1]) expect(await returned(part)).toBeGreaterThan(expected)
  })

  it('grows with the part: finer structure, farther from the faithful result', async () => {
    const [none, half, all] = [await enlarged(0), await enlarged(0.5), await enlarged(1)]
    expect(gradientEnergy(half)).toBeGreaterThan(1.03 * gradientEnergy(none))
    expect(gradientEnergy(all)).toBeGreaterThan(1.03 * gradientEnergy(half))
    expect(meanDifference(all, none)).toBeGreaterThan(1.3 * meanDifference(half, none))
  })

  it('is the same in tiles of any size', async () => {
    const [net, size] = [await openNet('sr2~6', 1), { width: 192, height: 144 }]
    const settings = { ...FAITHFUL, net: 'sr2~6', netInvents: true } as const
    const whole = await enlargeWhole(source, size, settings, net, 512)
    expect((await enlargeWhole(source, size, settings, net, 40)).data).toEqual(whole.data)
  })
})
