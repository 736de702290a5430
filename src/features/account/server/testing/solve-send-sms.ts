// Does the work before an SMS in a test, with Node's own hash: so the browser's is held against another one (send-sms-proof.ts).
import { hash } from 'node:crypto'
import type { SendSmsProof, SendSmsTask } from '../../contract.ts'

export function solveSendSms({ task, bits, ticket }: SendSmsTask, phone: string): SendSmsProof {
  for (let nonce = 0; ; nonce += 1) {
    const first = Number.parseInt(hash('sha256', `${task}:${phone}:${nonce}`).slice(0, 8), 16)
    if (Math.clz32(first) >= bits) return { ticket, nonce }
  }
}
