// What WeChat Pay refuses before it does anything (payment contracts §2.1, §2.4): strictly, with the codes of the contract.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Product, WechatpayState, Wish } from './state.ts'
import { requestIsGood } from './v3-crypto.ts'

const SKEW_SECONDS = 300

export interface Refusal {
  readonly status: number
  readonly code: string
}
export const refusal = (status: number, code: string): Refusal => ({ status, code })
export const isRefusal = (value: object): value is Refusal => 'status' in value && 'code' in value

const AUTHORIZATION =
  /^WECHATPAY2-SHA256-RSA2048 mchid="(?<mchid>\d+)",nonce_str="(?<nonce>\w{1,32})",signature="(?<signature>[\w+/=]+)",timestamp="(?<timestamp>\d+)",serial_no="(?<serial>\w+)"$/

/** Undefined: this merchant sent exactly this, just now. */
export function problemOf(state: WechatpayState, request: IncomingMessage, body: string): Refusal | undefined {
  const { headers, method = '', url = '' } = request
  if (!headers['user-agent']) return refusal(403, 'REQUEST_BLOCKED')
  const isTyped = body === '' || headers['content-type'] === 'application/json'
  if (headers.accept !== 'application/json' || !isTyped) return refusal(400, 'PARAM_ERROR')
  const {
    mchid,
    nonce = '',
    signature = '',
    timestamp = '',
    serial,
  } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {}
  if (mchid !== state.merchantId || serial !== state.merchant.serial) return refusal(401, 'SIGN_ERROR')
  if (Math.abs(Number(timestamp) - state.clock.now()) > SKEW_SECONDS) return refusal(401, 'SIGN_ERROR')
  const isGood = requestIsGood([method, url, timestamp, nonce, body], signature, state.merchant.publicKey)
  return isGood ? undefined : refusal(401, 'SIGN_ERROR')
}

type Fields = Readonly<Record<string, unknown>>

/** §2.4. */
export function wishOf(state: WechatpayState, product: Product, body: Fields): Wish | Refusal {
  const { out_trade_no: outTradeNo, description, notify_url: notifyUrl, time_expire: expires } = body
  const { total, currency } = (body.amount ?? {}) as Fields
  const { openid } = (body.payer ?? {}) as Fields
  if (body.appid !== state.appId || body.mchid !== state.merchantId) return refusal(400, 'APPID_MCHID_NOT_MATCH')
  const isGood =
    isText(description, 127) &&
    isText(outTradeNo, 32) &&
    /^[\w\-|*]{6,32}$/.test(outTradeNo) &&
    isText(notifyUrl, 255) &&
    isPlainAddress(notifyUrl) &&
    typeof expires === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(expires) &&
    Number.isSafeInteger(total) &&
    (total as number) > 0 &&
    currency === 'CNY' &&
    (product !== 'h5' || isPhoneScene(body.scene_info)) &&
    (product !== 'jsapi' || (isText(openid, 128) && state.app.openids.has(openid)))
  if (!isGood) return refusal(400, 'PARAM_ERROR')
  const wish = {
    product,
    outTradeNo,
    description,
    notifyUrl,
    totalFen: total as number,
    expiresAtMs: Date.parse(expires),
  }
  return product === 'jsapi' ? { ...wish, openid: openid as string } : wish
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most

/** https, without a query; http for addresses of this machine, where emulators live. */
function isPlainAddress(address: string): boolean {
  const { protocol, hostname, search } = new URL(address)
  return search === '' && (protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(hostname))
}

function isPhoneScene(scene: unknown): boolean {
  const { payer_client_ip: address, h5_info: info } = (scene ?? {}) as Fields
  const { type } = (info ?? {}) as Fields
  return typeof address === 'string' && isIP(address) > 0 && ['Wap', 'iOS', 'Android'].includes(String(type))
}
