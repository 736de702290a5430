// One question for all calls that were refused for want of a second factor: they wait together for its answer (decision 0048).

/** What the admin can show. */
export interface SecondFactors {
  readonly code: boolean
  readonly passkey: boolean
}
interface ProofRequest {
  readonly factors: SecondFactors
  readonly answer: Promise<void>
  readonly end: (isGiven: boolean) => void
}

let request: ProofRequest | undefined
const listeners = new Set<() => void>()
function set(next: ProofRequest | undefined): void {
  request = next
  for (const listener of listeners) listener()
}

export const currentProofRequest = (): SecondFactors | undefined => request?.factors
export function onProofRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The factors named by a refusal; undefined for any other error. */
export function proofNeededBy(error: unknown): SecondFactors | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return error.code === 'admin-proof-needed' ? (error as { data?: SecondFactors }).data : undefined
}

/** Resolves when the proof was given, rejects with `refusal` when the admin would rather not. */
export function askForProof(factors: SecondFactors, refusal: unknown): Promise<void> {
  if (!request) set(newRequest(factors))
  return request!.answer.catch(() => Promise.reject(refusal))
}

function newRequest(factors: SecondFactors): ProofRequest {
  let end: ProofRequest['end'] = () => {}
  const answer = new Promise<void>((resolve, reject) => {
    end = (isGiven) => (isGiven ? resolve() : reject(new Error('the admin gave no proof')))
  })
  return { factors, answer, end }
}

export function endProofRequest(isGiven: boolean): void {
  const ended = request
  set(undefined)
  ended?.end(isGiven)
}
