// A net's session: in whole numbers where that is faster and right, else in floats; either must give the trained answer to the check
// pattern here before any picture sees it (engine study §3.6, decision 0020).
import { isRounded, proveAnswer } from './check-output.ts'
import { int8Graph, type Spans } from './int8-graph.ts'
import type { Graph } from './onnx-graph.ts'
import { createSession, type NetSession } from './session.ts'

export type Arithmetic = 'int8' | 'fp32'

export interface ProvenSession extends NetSession {
  readonly arithmetic: Arithmetic
}

export interface SessionPlace {
  readonly processor?: string
  readonly create?: (graph: Graph, threads: number) => Promise<NetSession>
}

export interface SessionWish {
  /** In floats. */
  readonly graph: Graph
  /** Without them the net computes in floats. */
  readonly spans?: Spans
  readonly threads: number
  /** Asks a session for its answer to the check pattern. */
  check(session: NetSession): Promise<Float32Array>
  readonly checkAnswer: Float32Array
  /** How far the error of whole numbers stays below the answer to the check pattern, which is harder than any picture. */
  readonly int8LeastDb: number
}

/** Where whole numbers were measured to be faster: 1.6 times with AVX2 alone, 2.3 times with VNNI (study §2.2). Arm: not measured. */
const INT8_PROCESSOR = 'x64'

export async function provenSession(
  { graph, spans, threads, check, checkAnswer, int8LeastDb }: SessionWish,
  { processor = process.arch, create = createSession }: SessionPlace = {},
): Promise<ProvenSession> {
  if (spans && processor === INT8_PROCESSOR) {
    const session = await create(int8Graph(graph, spans), threads)
    if (isRounded(await check(session), checkAnswer, int8LeastDb)) return { ...session, arithmetic: 'int8' }
  }
  const session = await create(graph, threads)
  proveAnswer(await check(session), checkAnswer)
  return { ...session, arithmetic: 'fp32' }
}
