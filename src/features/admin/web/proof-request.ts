// One question for all calls that were refused because a proof was missing: they wait together for its answer (decisions 0048 and 0191).
import { codeOf } from '#platform/web/http/code-of.ts'
import type { AdminProofWays } from '#rulebook/admin/admin-proof.ts'

interface ProofRequest {
  readonly ways: AdminProofWays
  readonly answer: Promise<void>
  readonly end: (isGiven: boolean) => void
}

let request: ProofRequest | undefined
const listeners = new Set<() => void>()
function set(next: ProofRequest | undefined): void {
  request = next
  for (const listener of listeners) listener()
}

export const currentProofRequest = (): AdminProofWays | undefined => request?.ways
export function onProofRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The ways named by a refusal; undefined for any other error. */
export const proofNeededBy = (error: unknown): AdminProofWays | undefined =>
  codeOf(error) === 'admin-proof-needed' ? (error as { readonly data?: AdminProofWays }).data : undefined

/** Resolves when the proof was given, rejects with `refusal` when the admin cancels. */
export function askForProof(ways: AdminProofWays, refusal: unknown): Promise<void> {
  if (!request) set(newRequest(ways))
  return request!.answer.catch(() => Promise.reject(refusal))
}

function newRequest(ways: AdminProofWays): ProofRequest {
  let end: ProofRequest['end'] = () => {}
  const answer = new Promise<void>((resolve, reject) => {
    end = (isGiven) => (isGiven ? resolve() : reject(new Error('the admin gave no proof')))
  })
  return { ways, answer, end }
}

export function endProofRequest(isGiven: boolean): void {
  const ended = request
  set(undefined)
  ended?.end(isGiven)
}
