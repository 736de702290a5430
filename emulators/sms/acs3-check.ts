// Alibaba Cloud's gate (help.aliyun.com "V3版本请求体&签名机制"): who signed, when, whether for the first time, and every byte of it. What the
// documents do not name is marked [INF]; no adapter may lean on it.
import { createHash, createHmac } from 'node:crypto'
import type { VendorCall } from './serve-vendor.ts'

export interface Gate {
  readonly keyId: string
  readonly keySecret: string
  readonly nonces: Set<string>
  readonly nowSeconds: number
}

const CLOCK_SECONDS = 15 * 60
const AUTHORIZATION = /^ACS3-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/

const hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** The code of the refusal with its status, or nothing. */
export function acs3Problem(gate: Gate, call: VendorCall): readonly [code: string, status: number] | undefined {
  const [, keyId, list, signature] = AUTHORIZATION.exec(call.headers.authorization ?? '') ?? []
  if (!keyId || !list || !signature) return ['IncompleteSignature', 400]
  if (keyId !== gate.keyId) return ['InvalidAccessKeyId.NotFound', 404]
  const atSeconds = secondsOf(call.headers['x-acs-date'])
  if (atSeconds === undefined) return ['InvalidTimeStamp.Format', 400]
  if (Math.abs(atSeconds - gate.nowSeconds) > CLOCK_SECONDS) return ['InvalidTimeStamp.Expired', 400]
  const signed = list.split(';')
  // [INF] the code; that all of these must be signed is documented.
  if (mustBeSigned(call).some((name) => !signed.includes(name))) return ['IncompleteSignature', 400]
  if (call.headers['x-acs-content-sha256'] !== hex(call.body)) return ['SignatureDoesNotMatch', 400]
  const text = `ACS3-HMAC-SHA256\n${hex(canonicalOf(call, signed))}`
  if (createHmac('sha256', gate.keySecret).update(text, 'utf8').digest('hex') !== signature)
    return ['SignatureDoesNotMatch', 400]
  return usedBefore(gate, call.headers['x-acs-signature-nonce'])
}

function usedBefore({ nonces }: Gate, nonce: string | undefined): readonly [string, number] | undefined {
  if (!nonce) return ['MissingSignatureNonce', 400]
  if (nonces.has(nonce)) return ['SignatureNonceUsed', 400]
  nonces.add(nonce)
  return undefined
}

/** `yyyy-MM-ddTHH:mm:ssZ`, nothing else. */
function secondsOf(text: string | undefined): number | undefined {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return undefined
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : atMs / 1000
}

const mustBeSigned = ({ headers }: VendorCall): string[] =>
  Object.keys(headers).filter((name) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'))

/** From what really came: the query is taken apart and written again by the rules. */
function canonicalOf(call: VendorCall, signed: readonly string[]): string {
  const pairs = [...new URLSearchParams(call.query)].map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`)
  const headerLines = signed.map((name) => `${name}:${(call.headers[name] ?? '').trim()}\n`).join('')
  return `${call.method}\n${call.path}\n${pairs.sort().join('&')}\n${headerLines}\n${signed.join(';')}\n${hex(call.body)}`
}

/** Byte by byte, without the escape functions that the adapter may use. */
function rfc3986(text: string): string {
  let escaped = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const mark = String.fromCharCode(byte)
    escaped += /[\w.~-]/.test(mark) ? mark : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}
