// RSA2 of Alipay (SHA256withRSA over sorted `k=v` pairs). Texts are taken as bytes in latin1, one character a byte: what was signed is
// compared byte by byte, whatever the charset, and nothing is decoded twice.
import { type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto'

const pairsOf = (fields: ReadonlyMap<string, string>): string =>
  [...fields.keys()]
    .sort()
    .map((name) => `${name}=${fields.get(name)}`)
    .join('&')

/** Signature of a request: `sign_type` counts, empty values do not. */
export function signRequest(fields: ReadonlyMap<string, string>, key: KeyObject): string {
  const sent = new Map([...fields].filter(([name, value]) => name !== 'sign' && value !== ''))
  return signBytes('RSA-SHA256', Buffer.from(pairsOf(sent), 'utf8'), key).toString('base64')
}

/** Signature of a webhook: neither `sign` nor `sign_type` counts, everything else that came does, empty values too. */
export function isWebhookSigned(byteFields: ReadonlyMap<string, string>, key: KeyObject): boolean {
  // TRAP: a webhook names its own algorithm; SHA-1 would be accepted from the holder of an old key.
  if (byteFields.get('sign_type') !== 'RSA2') return false
  const counted = new Map([...byteFields].filter(([name]) => name !== 'sign' && name !== 'sign_type'))
  return isSigned(Buffer.from(pairsOf(counted), 'latin1'), byteFields.get('sign') ?? '', key)
}

export const isSigned = (bytes: Uint8Array, signature: string, key: KeyObject): boolean =>
  verifyBytes('RSA-SHA256', bytes, key, Buffer.from(signature, 'base64'))

/** A form body as bytes: each name and value decoded once. Throws for a name that comes twice and for broken escapes. */
export function readForm(body: Uint8Array): Map<string, string> {
  const fields = new Map<string, string>()
  for (const pair of Buffer.from(body).toString('latin1').split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = unescapeBytes(at < 0 ? pair : pair.slice(0, at))
    if (fields.has(name)) throw new Error('a field comes twice')
    fields.set(name, at < 0 ? '' : unescapeBytes(pair.slice(at + 1)))
  }
  return fields
}

const unescapeBytes = (text: string): string =>
  text.replaceAll('+', ' ').replace(/%(.{0,2})/gs, (_, digits: string) => {
    if (!/^[\da-f]{2}$/i.test(digits)) throw new Error('a broken escape')
    return String.fromCharCode(Number.parseInt(digits, 16))
  })
