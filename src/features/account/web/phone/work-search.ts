// Looks for the number that the work before an SMS or a sign-up asks for (server/phone/work-proof.ts): SHA-256 of `{task}:{subject}:{nonce}` begins with
// `bits` zero bits.
import { sha256FirstWord } from './sha256-first-word.ts'

export interface WorkSearch {
  readonly task: string
  readonly subject: string
  readonly bits: number
}

/** The first fitting number within `[from, from + count)`, or undefined. */
export function searchNonce({ task, subject, bits }: WorkSearch, from: number, count: number): number | undefined {
  const start = `${task}:${subject}:`
  for (let nonce = from; nonce < from + count; nonce += 1) {
    if (Math.clz32(sha256FirstWord(start + nonce)) >= bits) return nonce
  }
  return undefined
}
