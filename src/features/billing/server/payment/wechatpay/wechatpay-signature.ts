// WECHATPAY2-SHA256-RSA2048 and AEAD_AES_256_GCM of WeChat Pay's API v3 (payment contracts §2.1 to §2.3): lines that are signed, as bytes.
import { createDecipheriv, type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto'

/** Older and newer words than this prove nothing: somebody may play them back. */
const SKEW_MAX_SECONDS = 300
const TAG_BYTES = 16

export interface Signer {
  readonly merchantId: string
  readonly merchantSerial: string
  readonly privateKey: KeyObject
}
export interface SignedRequest {
  readonly method: string
  /** Path and query, as they are sent. */
  readonly path: string
  /** Empty where there is none; its line ends all the same. */
  readonly body: string
  readonly atSeconds: number
  readonly nonce: string
}

/** Value of the header `Authorization`. */
export function authorization({ merchantId, merchantSerial, privateKey }: Signer, request: SignedRequest): string {
  const { method, path, body, atSeconds, nonce } = request
  const lines = `${method}\n${path}\n${atSeconds}\n${nonce}\n${body}\n`
  const signature = signBytes('RSA-SHA256', Buffer.from(lines, 'utf8'), privateKey).toString('base64')
  const fields = { mchid: merchantId, nonce_str: nonce, signature, timestamp: atSeconds, serial_no: merchantSerial }
  const pairs = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${pairs.join(',')}`
}

/** An answer or a webhook: the bytes as they came, and the headers that speak for them. */
export interface SignedMessage {
  readonly headers: Headers
  readonly body: Uint8Array
}

export const serialOf = ({ headers }: SignedMessage): string => headers.get('wechatpay-serial') ?? ''

/** Why it proves nothing; undefined where it is good. Signatures on probation (`WECHATPAY/SIGNTEST/…`) are plainly not good. */
export function problemOf({ headers, body }: SignedMessage, key: KeyObject, now: Date): string | undefined {
  const [timestamp, nonce, signature] = ['timestamp', 'nonce', 'signature'].map(
    (name) => headers.get(`wechatpay-${name}`) ?? '',
  ) as [string, string, string]
  if (!/^\d{1,12}$/.test(timestamp)) return 'it has no time'
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SKEW_MAX_SECONDS) return 'its time is not now'
  const lines = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`, 'latin1'), body, Buffer.from('\n')])
  return verifyBytes('RSA-SHA256', lines, key, Buffer.from(signature, 'base64'))
    ? undefined
    : 'the signature is not good'
}

export interface SealedText {
  readonly algorithm?: string | undefined
  readonly nonce: string
  readonly associated_data?: string | undefined
  readonly ciphertext: string
}

/** Undefined for what none of the keys has sealed: a tag that does not fit is as good as no text. */
export function unseal(sealed: SealedText, keys: readonly KeyObject[]): string | undefined {
  if (sealed.algorithm !== 'AEAD_AES_256_GCM') return undefined
  for (const key of keys) {
    const text = unsealWith(sealed, key)
    if (text !== undefined) return text
  }
  return undefined
}

function unsealWith({ nonce, associated_data = '', ciphertext }: SealedText, key: KeyObject): string | undefined {
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < TAG_BYTES || nonce.length !== 12) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'latin1'), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(associated_data, 'utf8'))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(0, -TAG_BYTES))
    // TRAP: the tag is compared by `final` and nowhere else; without it every ciphertext passes.
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
