// Looks for the number that the work before an SMS asks for (server/phone/send-sms-proof.ts): SHA-256 of `{task}:{phone}:{nonce}` begins with
// `bits` zero bits.
import { sha256FirstWord } from './send-sms-sha256.ts'

export interface SendSmsSearch {
  readonly task: string
  readonly phone: string
  readonly bits: number
}

/** The first fitting number within `[from, from + count)`, or undefined. */
export function searchNonce({ task, phone, bits }: SendSmsSearch, from: number, count: number): number | undefined {
  const start = `${task}:${phone}:`
  for (let nonce = from; nonce < from + count; nonce += 1) {
    if (Math.clz32(sha256FirstWord(start + nonce)) >= bits) return nonce
  }
  return undefined
}
