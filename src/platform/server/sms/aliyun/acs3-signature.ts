// Alibaba Cloud's signature V3, ACS3-HMAC-SHA256, for calls with all parameters in the query and an empty body
// (help.aliyun.com "V3版本请求体&签名机制"; decision 0077).

import { createHmac } from 'node:crypto'
import { sha256Hex } from '../../sha256-hex.ts'

export interface Acs3Key {
  readonly accessKeyId: string
  readonly accessKeySecret: string
}
export interface Acs3Call {
  /** With its port where it is not the usual one. */
  readonly host: string
  readonly action: string
  readonly version: string
  readonly parameters: Readonly<Record<string, string>>
  readonly date: Date
  readonly nonce: string
}

/** RFC 3986: `encodeURIComponent` leaves five marks as they are. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query as it is signed, which is the one to send. */
export const acs3Query = (parameters: Acs3Call['parameters']): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${escaped(name)}=${escaped(parameters[name]!)}`)
    .join('&')

/** All headers but `host`, which the HTTP client writes. */
export function acs3Headers(call: Acs3Call, { accessKeyId, accessKeySecret }: Acs3Key): Record<string, string> {
  const headers = {
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256Hex(''),
    'x-acs-date': `${call.date.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  }
  const lines = Object.entries({ host: call.host, ...headers }).sort(([left], [right]) => (left < right ? -1 : 1))
  const names = lines.map(([name]) => name).join(';')
  const canonical = [
    'POST',
    '/',
    acs3Query(call.parameters),
    ...lines.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    headers['x-acs-content-sha256'],
  ].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256Hex(canonical)}`)
    .digest('hex')
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${names},Signature=${signature}`,
  }
}
