// Tencent Cloud's signature v3, TC3-HMAC-SHA256, for calls with a JSON body (cloud.tencent.com "签名方法 v3"; decision 0077).

import { createHmac } from 'node:crypto'
import { sha256Hex } from '../../sha256-hex.ts'

export interface Tc3Key {
  readonly secretId: string
  readonly secretKey: string
}
export interface Tc3Call {
  /** With its port where it is not the usual one. */
  readonly host: string
  /** The product's short name, e.g. `sms`. */
  readonly service: string
  readonly action: string
  readonly version: string
  readonly region: string
  readonly body: string
  readonly timestampSeconds: number
}

const CONTENT_TYPE = 'application/json; charset=utf-8'
const SIGNED = 'content-type;host;x-tc-action'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** All headers but `host`, which the HTTP client writes. */
export function tc3Headers(call: Tc3Call, { secretId, secretKey }: Tc3Key): Record<string, string> {
  // The date of the scope is UTC's, wherever the machine stands.
  const date = new Date(call.timestampSeconds * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${call.service}/tc3_request`
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${CONTENT_TYPE}`,
    `host:${call.host}`,
    `x-tc-action:${call.action.toLowerCase()}`,
    '',
    SIGNED,
    sha256Hex(call.body),
  ].join('\n')
  const text = ['TC3-HMAC-SHA256', call.timestampSeconds, scope, sha256Hex(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), call.service), 'tc3_request')
  return {
    'content-type': CONTENT_TYPE,
    'x-tc-action': call.action,
    'x-tc-version': call.version,
    'x-tc-region': call.region,
    'x-tc-timestamp': String(call.timestampSeconds),
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${hmac(key, text).toString('hex')}`,
  }
}
