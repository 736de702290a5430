// Does the work before an SMS or a sign-up in a test, with Node's own hash: so the browser's is held against another one (work-proof.ts).
import { hash } from 'node:crypto'
import type { WorkProof, WorkTask } from '../../contract.ts'

export function solveWork({ task, bits, ticket }: WorkTask, subject: string): WorkProof {
  for (let nonce = 0; ; nonce += 1) {
    const first = Number.parseInt(hash('sha256', `${task}:${subject}:${nonce}`).slice(0, 8), 16)
    if (Math.clz32(first) >= bits) return { ticket, nonce }
  }
}
