// One question for all calls that were refused because a proof of an administrator was missing, in the back office and where an account's factors change: they
// wait together for its answer (decisions 0048 and 0191), which the dialog of the area gives (app/shell/admin-proof.tsx).
import type { ClientLink } from '@orpc/client'
import type { AdminProofWays } from '#rulebook/admin/admin-proof.ts'
import { apiLink, type CallContext } from './api-link.ts'
import { codeOf } from './code-of.ts'

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

/** The ways named by a refusal, of a call or of an auth route; undefined for any other error. */
export function proofNeededBy(error: unknown): AdminProofWays | undefined {
  if (codeOf(error) !== 'admin-proof-needed') return undefined
  const { data, answer } = error as {
    readonly data?: AdminProofWays
    readonly answer?: { readonly data?: AdminProofWays }
  }
  return data ?? answer?.data
}

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

/** Once more when the proof was given: a refused call was not carried out, so repeating it does nothing twice. */
export async function withProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const ways = proofNeededBy(error)
    if (!ways) throw error
    await askForProof(ways, error)
    return call()
  }
}

export const provingLink: ClientLink<CallContext> = {
  call: (...asked) => withProof(() => apiLink.call(...asked)),
}
