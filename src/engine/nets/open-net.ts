// Loads an enlarging net into onnxruntime and proves that this processor computes it right, before any picture sees it: the
// answer to a fixed pattern must be the one that the training computed (engine study §3.6). Whoever calls falls back to the
// classical enlarger when anything here fails: no weights, no runtime for this system, a wrong answer.
import { readFile } from 'node:fs/promises'
import { enlargeGraph, INPUT, OUTPUT, reachOf } from './enlarge-graph.ts'
import { onnxModel } from './onnx-graph.ts'
import { readWeights, type Weights } from './read-weights.ts'

export type NetName = 'sr2' | 'sr2-low'

export interface EnlargeNet {
  readonly factor: number
  /** Source pixels of surroundings that the input must have on every side. */
  readonly reachPx: number
  /** Luma 0–1 with surroundings → the inner part, `factor` times as large. */
  run(samples: Float32Array, width: number): Promise<Float32Array>
}

const MODELS = new URL('../../../models/', import.meta.url)
/** Rounding to 16 bits in the file and the order of additions stay far below; a broken multiplication does not. */
const LEAST_PSNR_DB = 50

export async function openNet(name: NetName, threads: number, folder: URL = MODELS): Promise<EnlargeNet> {
  const weights = readWeights(await readFile(new URL(`${name}.weights`, folder)))
  const net = await createNet(weights, threads)
  await checkAnswer(net, weights)
  return net
}

async function createNet(weights: Weights, threads: number): Promise<EnlargeNet> {
  // Loaded only here: a system without a binary of the runtime must still start.
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const session = await InferenceSession.create(onnxModel(enlargeGraph(weights)), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
    // Waiting threads that spin take the core from those who work (engine study §2.1).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return {
    factor: weights.factor,
    reachPx: reachOf(weights),
    async run(samples, width) {
      const input = new Tensor('float32', samples, [1, 1, samples.length / width, width])
      const output = (await session.run({ [INPUT]: input }))[OUTPUT]
      if (!(output?.data instanceof Float32Array)) throw new Error('the net gave no plane')
      return output.data
    },
  }
}

async function checkAnswer(net: EnlargeNet, { checkSidePx, checkAnswer }: Weights): Promise<void> {
  const side = checkSidePx + 2 * net.reachPx
  const answer = await net.run(checkPattern(side), side)
  let squares = 0
  for (let i = 0; i < checkAnswer.length; i++) squares += (answer[i]! - checkAnswer[i]!) ** 2
  const psnrDb = -10 * Math.log10(squares / checkAnswer.length)
  if (answer.length !== checkAnswer.length || !(psnrDb >= LEAST_PSNR_DB))
    throw new Error('the net computes wrongly here')
}

/** Integers only, so that Python makes the same pattern to the bit (training/container.py). */
export function checkPattern(side: number): Float32Array {
  const levels = 32
  return Float32Array.from({ length: side * side }, (_, i) => {
    const x = i % side
    const y = Math.floor(i / side)
    return ((x * 7 + y * 13 + ((x * y) % 11) * 5) % levels) / (levels - 1)
  })
}
