// An enlarging net of weights: in whole numbers where that is faster and right, else in floats; either must give the trained answer
// to the check pattern here before any picture sees it (engine study §3.6, decision 0020).
import { checkPattern, isNear, proveAnswer } from './check-answer.ts'
import { enlargeGraph, reachOf } from './enlarge-graph.ts'
import { int8Graph } from './int8-graph.ts'
import type { Graph } from './onnx-graph.ts'
import type { Weights } from './read-weights.ts'
import { createSession, type NetSession } from './session.ts'

export interface EnlargeNet {
  readonly factor: number
  /** Source pixels of surroundings that the input must have on every side. */
  readonly reachPx: number
  readonly arithmetic: 'int8' | 'fp32'
  /** Luma 0–1 with surroundings → the inner part, `factor` times as large. */
  run(samples: Float32Array, width: number): Promise<Float32Array>
}

export type CreateSession = (graph: Graph, threads: number) => Promise<NetSession>

/** Where whole numbers were measured to be faster: 1.6 times with AVX2 alone, 2.3 times with VNNI (study §2.2). Arm: not measured. */
const INT8_PROCESSOR = 'x64'
/** The pattern is harder than any picture: our nets give 39 dB there, and lose 0.01 to 0.03 dB on pictures. Cut sums give less. */
const INT8_LEAST_PSNR_DB = 36

export interface NetPlace {
  /** The picture is looked at a second time upside down, and the mean taken: nearer to the truth, for twice the net's time. */
  readonly twice?: boolean
  readonly processor?: string
  readonly create?: CreateSession
}

export async function createEnlargeNet(
  weights: Weights,
  threads: number,
  { twice = false, ...place }: NetPlace = {},
): Promise<EnlargeNet> {
  const net = await proven(weights, threads, place)
  return twice ? { ...net, run: (samples, width) => fromBothSides(net, samples, width) } : net
}

/** Turning by 180° is reading the samples backwards. */
async function fromBothSides(net: EnlargeNet, samples: Float32Array, width: number): Promise<Float32Array> {
  const upright = await net.run(samples, width)
  const turned = (await net.run(samples.toReversed(), width)).reverse()
  return upright.map((value, at) => 0.5 * (value + turned[at]!))
}

async function proven(
  weights: Weights,
  threads: number,
  { processor = process.arch, create = createSession }: Omit<NetPlace, 'twice'>,
): Promise<EnlargeNet> {
  const side = weights.checkSidePx + 2 * reachOf(weights)
  const netOf = async (graph: Graph, arithmetic: EnlargeNet['arithmetic']): Promise<EnlargeNet> => {
    const session = await create(graph, threads)
    const run = (samples: Float32Array, width: number) => session.run(samples, 1, width)
    return { factor: weights.factor, reachPx: reachOf(weights), arithmetic, run }
  }
  if (weights.largest && processor === INT8_PROCESSOR) {
    const net = await netOf(int8Graph(weights, weights.largest), 'int8')
    const answer = await net.run(checkPattern(side), side)
    if (isNear(answer, weights.checkAnswer, INT8_LEAST_PSNR_DB)) return net
  }
  const net = await netOf(enlargeGraph(weights), 'fp32')
  proveAnswer(await net.run(checkPattern(side), side), weights.checkAnswer)
  return net
}
