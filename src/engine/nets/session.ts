// A graph in onnxruntime: one plane stack in, one out; common to all nets.
import { type Graph, onnxModel } from './onnx-graph.ts'

export interface NetSession {
  /** Float samples of `channels` planes, row by row; the output likewise. */
  run(samples: Float32Array, channels: number, width: number): Promise<Float32Array>
}

export async function createSession(graph: Graph, threads: number): Promise<NetSession> {
  // Loaded only here: a system without a binary of the runtime must still start.
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  const session = await InferenceSession.create(onnxModel(graph), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Memory patterns per tile shape held 20 to 80 MB more and saved no time (tiles of 256 to 512 pixels).
    enableMemPattern: false,
    logSeverityLevel: 3,
    // Waiting threads that spin take the core from working ones (engine study §2.1).
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  // Only the names are kept: a reference to the graph would keep a second copy of the weights.
  const names = { input: graph.input, output: graph.output }
  return {
    async run(samples, channels, width) {
      const input = new Tensor('float32', samples, [1, channels, samples.length / channels / width, width])
      const output = (await session.run({ [names.input]: input }))[names.output]
      if (!(output?.data instanceof Float32Array)) throw new Error('the net gave no plane')
      return output.data
    },
  }
}
