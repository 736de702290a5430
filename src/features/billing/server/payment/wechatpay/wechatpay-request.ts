// One signed request to WeChat Pay. What comes back is not proven yet. Own requests and not a package: decision 0083.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import { readAtMost } from '#platform/server/http/read-at-most.ts'
import type { WechatpaySettings } from '#platform/server/wechatpay-settings.ts'
import { PaymentUnknown } from '../payment-provider.ts'
import { authorization, type SignedMessage } from './wechatpay-signature.ts'

const TIMEOUT_MS = 8000
const ANSWER_MAX_BYTES = 256 * 1024
const FILE_MAX_BYTES = 16 * 1024 * 1024

export type WechatpayAccount = WechatpaySettings & { readonly clock: Clock }
export interface Answer extends SignedMessage {
  readonly status: number
}

/** Throws PaymentUnknown when no answer came. */
export async function sendSigned(
  account: WechatpayAccount,
  method: 'GET' | 'POST',
  path: string,
  body = '',
  mostBytes = ANSWER_MAX_BYTES,
): Promise<Answer> {
  const atSeconds = Math.floor(account.clock.now().getTime() / 1000)
  const nonce = randomBytes(16).toString('hex')
  try {
    const response = await fetch(account.apiUrl + path, {
      method,
      ...(body && { body }),
      headers: {
        Authorization: authorization(account, { method, path, body, atSeconds, nonce }),
        Accept: 'application/json',
        'User-Agent': 'huanying',
        ...(body && { 'Content-Type': 'application/json' }),
        // While a merchant changes from certificates to the public key, answers are signed by what is named here.
        ...(account.publicKey && { 'Wechatpay-Serial': account.publicKey.id }),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, headers: response.headers, body: await readAtMost(response.body, mostBytes) }
  } catch (error) {
    throw new PaymentUnknown(`WeChat Pay did not answer: ${(error as Error).name}`)
  }
}

/** A file behind a link of a proven answer: its bytes carry no signature. Links to anywhere else are refused, because the request is signed. */
export async function readSigned(account: WechatpayAccount, link: string): Promise<Uint8Array> {
  const { origin, pathname, search } = new URL(link)
  if (origin !== new URL(account.apiUrl).origin && !origin.endsWith('.mch.weixin.qq.com'))
    throw new PaymentUnknown('the link leads elsewhere')
  const answer = await sendSigned({ ...account, apiUrl: origin }, 'GET', pathname + search, '', FILE_MAX_BYTES)
  if (answer.status !== 200) throw new PaymentUnknown(`the file answered ${answer.status}`)
  return answer.body
}
