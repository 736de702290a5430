// How a request to the SMS gateway is signed (docs/operate.md): the gateway knows the secret, recomputes the signature, and refuses requests that
// are old or whose nonce it has seen. The secret itself never travels.

import { createHmac } from 'node:crypto'
import { sha256Hex } from '../sha256-hex.ts'

export interface SignedParts {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly timestampSeconds: number
  readonly nonce: string
  readonly body: string
}

/** Hexadecimal HMAC-SHA256 over the parts, one per line, the body as its SHA-256. */
export function gatewaySignature(secret: string, parts: SignedParts): string {
  const bodyHash = sha256Hex(parts.body)
  const lines = [parts.method, parts.path, parts.timestampSeconds, parts.nonce, bodyHash]
  return createHmac('sha256', secret).update(lines.join('\n')).digest('hex')
}
