// Proof of work before a code is sent by SMS, and before a sign-up behind the wall (work-gate.ts): a browser computes for about a second first,
// so that messages to many numbers, or many accounts, cost a robot real time, without any third party and without puzzles for people. The server makes a task that lives for
// minutes; the browser looks for a number `nonce` so that SHA-256 of `{task}:{subject}:{nonce}` begins with `bits` zero bits. One task
// counts once, also over several processes and restarts, and the hash includes the subject, a number or an address: work done for one fits no other.
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { createTickets, TICKET_LIFETIME_MS } from '#platform/server/http/signed-ticket.ts'
import type { RateLimiter } from '#platform/server/rate-limit/rate-limiter.ts'
import type { WorkProof, WorkTask } from '../../contract.ts'

/** 2^16 tries on average. Measured: 571 tries per ms on this machine at a load of 5, so 0.1 s; a slow phone takes about a second. */
const TASK_BITS = 16
const TASK_BYTES = 16

export interface WorkProofs {
  makeTask(): Promise<WorkTask>
  /** Throws ServiceError `code-proof-invalid` unless the work was done, for this subject, and was not shown before. */
  demand(subject: string, proof: WorkProof): Promise<void>
}

export function createWorkProofs(secret: string, clock: Clock, counters: RateLimiter, bits = TASK_BITS): WorkProofs {
  const tickets = createTickets<{ task: string; bits: number }>(secret, 'send sms', clock)
  return {
    makeTask: async () => {
      const task = randomBytes(TASK_BYTES).toString('base64url')
      return { task, bits, ticket: await tickets.issue({ task, bits }) }
    },
    demand: async (subject, { ticket, nonce }) => {
      const claims = await tickets.verify(ticket)
      // A task that was made for a cheaper purpose does not do.
      if (!claims || leadingZeroBits(digestOf(claims.task, subject, nonce)) < Math.max(bits, claims.bits)) {
        throw new ServiceError('code-proof-invalid')
      }
      const isFirst = await counters.consume(`send-sms-task:${claims.task}`, {
        max: 1,
        windowMs: TICKET_LIFETIME_MS * 2,
      })
      if (!isFirst) throw new ServiceError('code-proof-invalid')
    },
  }
}

const digestOf = (task: string, subject: string, nonce: number): Buffer =>
  createHash('sha256').update(`${task}:${subject}:${nonce}`).digest()

function leadingZeroBits(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0)
  return first < 0 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]!) - 24
}
