// Tencent Cloud's gate (cloud.tencent.com "签名方法 v3"): who signed, when, for which product and day, and every byte of it. The contract
// has no nonce: within its five minutes a call that somebody recorded can be made again, which only TLS prevents.
import { createHash, createHmac } from 'node:crypto'
import type { VendorCall } from './serve-vendor.ts'

export interface Tc3Gate {
  readonly keyId: string
  readonly keySecret: string
  readonly nowSeconds: number
}

const CLOCK_SECONDS = 5 * 60
const AUTHORIZATION =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** The code of the refusal, or nothing. */
export function tc3Problem(gate: Tc3Gate, call: VendorCall): string | undefined {
  const { headers } = call
  const [, keyId, date, service, list, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (!keyId || !date || !list || !signature) return 'AuthFailure.InvalidAuthorization'
  if (keyId !== gate.keyId) return 'AuthFailure.SecretIdNotFound'
  const stamp = headers['x-tc-timestamp'] ?? ''
  if (!/^\d{10}$/.test(stamp)) return 'InvalidParameter'
  if (Math.abs(Number(stamp) - gate.nowSeconds) > CLOCK_SECONDS) return 'AuthFailure.SignatureExpire'
  const signed = list.split(';')
  const isWhole = ['content-type', 'host'].every((name) => signed.includes(name))
  if (!isWhole || signed.join() !== [...signed].sort().join()) return 'AuthFailure.SignatureFailure'
  if (service !== 'sms' || date !== utcDate(Number(stamp))) return 'AuthFailure.SignatureFailure'
  const scope = `${date}/${service}/tc3_request`
  const text = `TC3-HMAC-SHA256\n${stamp}\n${scope}\n${digest(canonicalOf(call, signed))}`
  if (derive(`TC3${gate.keySecret}`, [date, service, 'tc3_request', text]) !== signature)
    return 'AuthFailure.SignatureFailure'
  return undefined
}

const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Each step's result is the key of the next; the last one is the signature. */
const derive = (key: string, steps: readonly string[]): string =>
  steps
    .reduce<Buffer>((last, step) => createHmac('sha256', last).update(step, 'utf8').digest(), Buffer.from(key, 'utf8'))
    .toString('hex')

function utcDate(seconds: number): string {
  const day = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getUTCFullYear()}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`
}

/** Names and values in lower case without spaces around them. */
function canonicalOf({ method, query, headers, body }: VendorCall, signed: readonly string[]): string {
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().toLowerCase()}\n`).join('')
  return `${method}\n/\n${query}\n${lines}\n${signed.join(';')}\n${digest(body)}`
}
