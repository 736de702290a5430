// Asks a browser to compute before something is done for it, and takes its work from a header: `proof-needed` with a task, until it was done for this
// very address (decisions 0052 and 0103).
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Clock } from '#platform/server/clock.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import { WORK_PROOF_HEADER } from '#rulebook/account/sign-up.ts'
import { workProof } from '../../contract.ts'
import { createWorkProofs } from '../phone/work-proof.ts'

export type DemandWork = (ctx: GenericEndpointContext, email: string) => Promise<void>

interface GateParts {
  readonly longLimiter: RateLimiter
  readonly clock: Clock
  readonly secret: string
}

/** `bits` of zero that the work's hash must begin with. */
export function createWorkGate({ secret, clock, longLimiter }: GateParts, bits: number): DemandWork {
  const proofs = createWorkProofs(secret, clock, longLimiter, bits)
  return async (ctx, email) => {
    const proof = workProof.safeParse(parsed(ctx.headers?.get(WORK_PROOF_HEADER)))
    const isDone = proof.success && (await proofs.demand(email, proof.data).then(() => true, refusedOnly))
    if (!isDone) throw new APIError('TOO_MANY_REQUESTS', { code: 'proof-needed', task: await proofs.makeTask() })
  }
}

function refusedOnly(error: unknown): false {
  if (error instanceof ServiceError) return false
  throw error
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
