// The nets in whole numbers: near the floats, right on a processor that adds two products in 16 bits, and never used where a processor
// computes them wrongly. Quality and time on real pictures: bench/engine-enlarge.ts, bench/engine-peers.ts.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FAITHFUL } from '../enlarge/enlarge-settings.ts'
import { enlargeWhole } from '../testing/enlarge-whole.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'
import { wholeNumberProcessor } from '../testing/whole-number-processor.ts'
import { checkPattern } from './check-answer.ts'
import { createEnlargeNet, type EnlargeNet, type NetPlace } from './enlarge-net.ts'
import { int8Graph } from './int8-graph.ts'
import type { Graph } from './onnx-graph.ts'
import { readWeights } from './read-weights.ts'
import { createSession } from './session.ts'

const NAMES = ['sr2', 'sr4', 'sr2-low'] as const
const X64 = { processor: 'x64' }
/** What two products may add up to where there is no VNNI. */
const SHORT = 32767
const weightsOf = (name: string) =>
  readWeights(readFileSync(new URL(`../../../models/${name}.weights`, import.meta.url)))
const open = (name: string, place: NetPlace) => createEnlargeNet(weightsOf(name), 1, place)
const isWhole = ({ nodes }: Graph) => nodes.some(({ op }) => op === 'QuantizeLinear')

function answerOf(net: EnlargeNet): Promise<Float32Array> {
  const side = 12 + 2 * net.reachPx
  return net.run(checkPattern(side), side)
}

describe.each(NAMES)('%s', (name) => {
  it('computes in whole numbers where that was measured to be faster, in floats elsewhere', async () => {
    expect((await open(name, X64)).arithmetic).toBe('int8')
    expect((await open(name, { processor: 'arm64' })).arithmetic).toBe('fp32')
  })

  it('loses at most 0.1 dB by it', async () => {
    const truth = resizeBicubic(syntheticRaster(1024, 768), { width: 256, height: 192 })
    const { factor } = weightsOf(name)
    const source = resizeBicubic(truth, { width: 256 / factor, height: 192 / factor })
    const settings = { ...FAITHFUL, net: name }
    const psnrOf = async (processor: string) =>
      psnrY(await enlargeWhole(source, truth, settings, await open(name, { processor })), truth, factor)
    expect((await psnrOf('arm64')) - (await psnrOf('x64'))).toBeLessThan(0.1)
  })

  it('has no weights whose products a processor without VNNI would cut', () => {
    const weights = weightsOf(name)
    const layers = int8Graph(weights, weights.largest!).constants.flatMap((constant) =>
      'whole' in constant && constant.whole instanceof Int8Array && constant.shape.length === 4 ? [constant.whole] : [],
    )
    expect(layers).toHaveLength(weights.depth)
    for (const layer of layers) {
      const most = layer.reduce((top, value) => Math.max(top, Math.abs(value)), 0)
      expect(most).toBeGreaterThan(32)
      expect(2 * 255 * most).toBeLessThanOrEqual(SHORT)
    }
  })
})

describe('a processor without VNNI, simulated', () => {
  const simulated = (mostPairSum: number): NetPlace => ({
    ...X64,
    create: (graph, threads) =>
      isWhole(graph) ? Promise.resolve(wholeNumberProcessor(graph, mostPairSum)) : createSession(graph, threads),
  })

  it('passes the check with whole numbers and gives the bits of one whose sums are large enough', async () => {
    const without = await open('sr2', simulated(SHORT))
    expect(without.arithmetic).toBe('int8')
    const answer = await answerOf(without)
    expect(answer).toEqual(await answerOf(await open('sr2', simulated(Number.POSITIVE_INFINITY))))
    const here = await answerOf(await open('sr2', X64))
    expect(Math.max(...answer.map((value, i) => Math.abs(value - here[i]!)))).toBeLessThan(0.01)
  })

  it('is given floats when its sums are cut', async () => {
    const net = await open('sr2', simulated(SHORT / 8))
    expect(net.arithmetic).toBe('fp32')
    expect(await answerOf(net)).toEqual(await answerOf(await open('sr2', { processor: 'arm64' })))
  })
})

it('a file without the largest answers computes in floats', async () => {
  const net = await createEnlargeNet({ ...weightsOf('sr2'), largest: undefined }, 1, X64)
  expect(net.arithmetic).toBe('fp32')
})
