// A net's session: in int8 where that is faster and correct, else in floats; either must reproduce the trained output for the check
// pattern before it is used (engine study §3.6, decision 0020).
import { isQuantizedOutput, verifyOutput } from './check-output.ts'
import { int8Graph } from './int8-graph.ts'
import type { Graph } from './onnx-graph.ts'
import type { ActivationRanges } from './read-weights.ts'
import { createSession, type NetSession } from './session.ts'

export type Arithmetic = 'int8' | 'fp32'

export interface VerifiedSession extends NetSession {
  readonly arithmetic: Arithmetic
}

export interface SessionPlace {
  readonly processor?: string
  readonly create?: (graph: Graph, threads: number) => Promise<NetSession>
}

export interface SessionRequest {
  /** In floats. */
  readonly graph: Graph
  /** Without them the net computes in floats. */
  readonly activationRanges?: ActivationRanges
  readonly threads: number
  /** Runs a session on the check pattern. */
  check(session: NetSession): Promise<Float32Array>
  readonly referenceOutput: Float32Array
  /** How far the error of int8 stays below the output for the check pattern, which is harder than any picture. */
  readonly int8MinPsnrDb: number
}

/** Where int8 is faster: 1.6 times with AVX2 alone, 2.3 times with VNNI (measured, study §2.2). Arm: not measured. */
const INT8_PROCESSOR = 'x64'

export async function verifiedSession(
  { graph, activationRanges, threads, check, referenceOutput, int8MinPsnrDb }: SessionRequest,
  { processor = process.arch, create = createSession }: SessionPlace = {},
): Promise<VerifiedSession> {
  if (activationRanges && processor === INT8_PROCESSOR) {
    const session = await create(int8Graph(graph, activationRanges), threads)
    if (isQuantizedOutput(await check(session), referenceOutput, int8MinPsnrDb))
      return { ...session, arithmetic: 'int8' }
  }
  const session = await create(graph, threads)
  verifyOutput(await check(session), referenceOutput)
  return { ...session, arithmetic: 'fp32' }
}
