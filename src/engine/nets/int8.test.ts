// The nets in int8: near the floats, right on a processor that adds two products in 16 bits, and never used where a processor
// computes them wrongly. Quality and time on real pictures: bench/engine-enlarge.ts, bench/engine-quality.ts, bench/engine-peers.ts.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FAITHFUL } from '../enlarge/enlarge-settings.ts'
import { cutTile } from '../image/cut-tile.ts'
import type { Raster } from '../image/raster.ts'
import { deblock } from '../operations/deblock.ts'
import { denoise, whiteByScale } from '../operations/denoise.ts'
import type { RefineSettings } from '../operations/refine-settings.ts'
import { undoBlur } from '../operations/undo-blur.ts'
import { discKernel } from '../signal/blur-kernel.ts'
import { toSeparable } from '../signal/separable.ts'
import { enlargeWhole } from '../testing/enlarge-whole.ts'
import { psnrY, resizeBicubic } from '../testing/picture-quality.ts'
import { refineWhole } from '../testing/refine-whole.ts'
import { wholeNumberProcessor } from '../testing/simulated-int8.ts'
import { blurPicture, psnr } from '../testing/synthetic-damage.ts'
import { addNoise, syntheticRaster } from '../testing/synthetic-picture.ts'
import { throughJpeg } from '../testing/through-jpeg.ts'
import { checkPattern } from './check-output.ts'
import { enlargeGraph } from './enlarge-graph.ts'
import { createEnlargeNet, type EnlargeNet } from './enlarge-net.ts'
import { int8Graph } from './int8-graph.ts'
import type { Graph } from './onnx-graph.ts'
import { type ActivationRanges, readRefineWeights, readWeights } from './read-weights.ts'
import { refineGraph } from './refine-graph.ts'
import { createRefineNet } from './refine-net.ts'
import { createSession } from './session.ts'
import type { SessionPlace } from './verified-session.ts'

const X64 = { processor: 'x64' }
const ARM = { processor: 'arm64' }
/** Largest sum of two products without VNNI. */
const SHORT = 32767
const fileOf = (name: string) => readFileSync(new URL(`../../../models/${name}.weights`, import.meta.url))
const weightsOf = (name: string) => readWeights(fileOf(name))
const refineOf = (name: string) => readRefineWeights(fileOf(name))
const open = (name: string, place: SessionPlace) => createEnlargeNet(weightsOf(name), 1, place)
const openRefine = (name: string, place: SessionPlace) => createRefineNet(refineOf(name), 1, place)
const isWhole = ({ nodes }: Graph) => nodes.some(({ op }) => op === 'QuantizeLinear')

const simulated = (mostPairSum: number): SessionPlace => ({
  ...X64,
  create: (graph, threads) =>
    isWhole(graph) ? Promise.resolve(wholeNumberProcessor(graph, mostPairSum)) : createSession(graph, threads),
})

/** The weights of the layers that compute in int8. */
const wholeWeightsOf = (graph: Graph, activationRanges: ActivationRanges) =>
  int8Graph(graph, activationRanges).constants.flatMap((constant) =>
    'whole' in constant && constant.whole instanceof Int8Array && constant.shape.length === 4 ? [constant.whole] : [],
  )

function expectNoSumCut(layers: readonly Int8Array[]) {
  for (const layer of layers) {
    const most = layer.reduce((top, value) => Math.max(top, Math.abs(value)), 0)
    expect(most).toBeGreaterThan(32)
    expect(2 * 255 * most).toBeLessThanOrEqual(SHORT)
  }
}

function outputOf(net: EnlargeNet): Promise<Float32Array> {
  const side = 12 + 2 * net.haloPx
  return net.run(checkPattern(side), side)
}

const farthest = (some: Float32Array, other: Float32Array) =>
  some.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0)

describe.each(['sr2', 'sr4', 'sr2-low', 'sr4-tex'] as const)('%s', (name) => {
  it('computes in int8 where that was measured to be faster, in floats elsewhere', async () => {
    expect((await open(name, X64)).arithmetic).toBe('int8')
    expect((await open(name, ARM)).arithmetic).toBe('fp32')
  })

  it('loses at most 0.1 dB by it', async () => {
    const truth = resizeBicubic(syntheticRaster(1024, 768), { width: 256, height: 192 })
    const { factor } = weightsOf(name)
    const source = resizeBicubic(truth, { width: 256 / factor, height: 192 / factor })
    const settings = { ...FAITHFUL, net: name }
    const psnrOf = async (place: SessionPlace) =>
      psnrY(await enlargeWhole(source, truth, settings, await open(name, place)), truth, factor)
    expect((await psnrOf(ARM)) - (await psnrOf(X64))).toBeLessThan(0.1)
  })

  it('has no weights whose products a processor without VNNI would cut', () => {
    const weights = weightsOf(name)
    const layers = wholeWeightsOf(enlargeGraph(weights), weights.activationRanges!)
    expect(layers).toHaveLength(weights.depth)
    expectNoSumCut(layers)
  })
})

const truth = resizeBicubic(syntheticRaster(768, 576), { width: 256, height: 192 })
const noise = whiteByScale(15)
const place = { x: 0, y: 0, pictureWidth: truth.width, pictureHeight: truth.height }
const planesOf = (raster: Raster) => cutTile(raster, { x: 0, y: 0, width: raster.width, height: raster.height })

const LENS = { shape: 'disc', sizePx: 2.5, noiseSigma: 1 } as const

describe.each([
  {
    name: 'refine-jpeg',
    settings: { net: 'refine-jpeg', quality: 20 },
    operation: deblock({ quality: 20 }),
    damage: () => throughJpeg(planesOf(truth), 20),
  },
  {
    name: 'refine-noise',
    settings: { net: 'refine-noise', luma: noise, chroma: noise, keepDetail: 0 },
    operation: denoise({ lumaSigma: 15, chromaSigma: 15, keepDetail: 0 }),
    damage: () => planesOf(addNoise(truth, 15)),
  },
  {
    name: 'refine-blur',
    settings: { net: 'refine-blur', blur: LENS, amount: 1 },
    operation: undoBlur({ blur: LENS }),
    damage: () => blurPicture(planesOf(truth), toSeparable(discKernel(LENS.sizePx))),
  },
] as const)('$name', ({ name, settings, operation, damage }) => {
  it('computes in int8 where that was measured to be faster, in floats elsewhere', async () => {
    expect((await openRefine(name, X64)).arithmetic).toBe('int8')
    expect((await openRefine(name, ARM)).arithmetic).toBe('fp32')
  })

  it('loses at most 0.1 dB by it', async () => {
    const damaged = await damage()
    const output = operation.run(damaged, place)
    const refined = async (where: SessionPlace) =>
      refineWhole(await openRefine(name, where), damaged, output, settings as RefineSettings)
    const psnrOf = async (where: SessionPlace) => psnr(await refined(where), planesOf(truth))
    expect((await psnrOf(ARM)) - (await psnrOf(X64))).toBeLessThan(0.1)
  })

  it('has no weights whose products a processor without VNNI would cut', () => {
    const weights = refineOf(name)
    const layers = wholeWeightsOf(refineGraph(weights), weights.activationRanges!)
    expect(layers).toHaveLength(2 * weights.blocks)
    expectNoSumCut(layers)
  })
})

describe('a processor without VNNI, simulated', () => {
  it('passes the check with int8 and gives the bits of one whose sums are large enough', async () => {
    const without = await open('sr2', simulated(SHORT))
    expect(without.arithmetic).toBe('int8')
    const output = await outputOf(without)
    expect(output).toEqual(await outputOf(await open('sr2', simulated(Number.POSITIVE_INFINITY))))
    expect(farthest(output, await outputOf(await open('sr2', X64)))).toBeLessThan(0.01)
  })

  it('passes it with a refining net too, whose answers have signs', async () => {
    const { checkSidePx: side, planesIn, maps, grid } = refineOf('refine-jpeg')
    const checked = (where: SessionPlace) =>
      openRefine('refine-jpeg', where).then(async (net) => {
        expect(net.arithmetic).toBe('int8')
        return net.infer(checkPattern(side, side * (4 * planesIn + maps + grid)), side)
      })
    const output = await checked(simulated(SHORT))
    expect(output).toEqual(await checked(simulated(Number.POSITIVE_INFINITY)))
    expect(farthest(output, await checked(X64))).toBeLessThan(0.1)
  })

  it('is given floats when its sums are cut', async () => {
    const net = await open('sr2', simulated(SHORT / 8))
    expect(net.arithmetic).toBe('fp32')
    expect(await outputOf(net)).toEqual(await outputOf(await open('sr2', ARM)))
    expect((await openRefine('refine-jpeg', simulated(SHORT / 8))).arithmetic).toBe('fp32')
  })
})

it('a file without activation ranges computes in floats', async () => {
  expect((await createEnlargeNet({ ...weightsOf('sr2'), activationRanges: undefined }, 1, X64)).arithmetic).toBe('fp32')
  expect((await createRefineNet({ ...refineOf('refine-jpeg'), activationRanges: undefined }, 1, X64)).arithmetic).toBe(
    'fp32',
  )
})
