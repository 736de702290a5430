// An authenticator app for tests: the codes of an `otpauth://` address (RFC 6238, six digits, 30 seconds).
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of now, or of another step from it. */
export function totpOf(address: string, stepsFromNow = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsFromNow))
  const digest = createHmac('sha1', keyOf(new URL(address).searchParams.get('secret')!))
    .update(step)
    .digest()
  const start = digest[digest.length - 1]! & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function keyOf(secret: string): Buffer {
  const bits = [...secret.replace(/=+$/, '')].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
