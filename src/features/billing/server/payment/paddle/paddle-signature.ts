// Who said it: `Paddle-Signature: ts=…;h1=…` over the raw bytes (payment contracts §3.5). While a secret changes there are several h1, and any of them
// counts. Paddle signs every delivery freshly, so five seconds are enough for an honest one.
import { createHmac, type KeyObject } from 'node:crypto'
import { isEqualSecret } from '#platform/server/is-equal-secret.ts'

const HOLDS_SECONDS = 5

/** Undefined where Paddle said it just now. */
export function signatureProblem(
  header: string | null,
  body: Uint8Array,
  secrets: readonly KeyObject[],
  now: Date,
): string | undefined {
  const parts = (header ?? '').split(';').map((part) => part.split('=', 2) as [string, string | undefined])
  const ts = parts.find(([name]) => name === 'ts')?.[1] ?? ''
  const given = parts.flatMap(([name, value]) => (name === 'h1' && /^[\da-f]{64}$/.test(value ?? '') ? [value!] : []))
  if (!/^\d{1,12}$/.test(ts) || given.length === 0) return 'it is not signed'
  const isKnown = secrets.some((secret) => {
    const wanted = createHmac('sha256', secret).update(`${ts}:`).update(body).digest()
    return given.some((hex) => isEqualSecret(Buffer.from(hex, 'hex'), wanted))
  })
  if (!isKnown) return 'the signature is not good'
  const isNow = Math.abs(now.getTime() / 1000 - Number(ts)) < HOLDS_SECONDS + 1
  return isNow ? undefined : 'it was not signed just now'
}
