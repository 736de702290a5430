// WeChat itself, as far as a payment inside it needs it (payment contracts §2.7): the page that hands out a code without asking (`snsapi_base`), what the
// code is worth, and the payment that its browser opens above a page.
import { randomBytes, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { payOrder, type WechatpayState } from './state.ts'

export interface WechatApp {
  readonly secret: string
  /** Each is worth one openid, once. */
  readonly codes: Set<string>
  readonly openids: Set<string>
}

export const newWechatApp = (): WechatApp => ({
  secret: randomBytes(16).toString('hex'),
  codes: new Set(),
  openids: new Set(),
})

/** True when the question was one of these. */
export function wechatRoute(state: WechatpayState, url: URL, response: ServerResponse): boolean {
  const asked = url.searchParams
  if (url.pathname === '/connect/oauth2/authorize') {
    const order = [...asked.keys()].join()
    const isGood =
      order === 'appid,redirect_uri,response_type,scope,state' &&
      asked.get('appid') === state.appId &&
      asked.get('scope') === 'snsapi_base' &&
      asked.get('response_type') === 'code' &&
      /^[\da-zA-Z]{0,128}$/.test(asked.get('state') ?? '')
    if (!isGood) return page(response, 400, '参数错误')
    const code = randomBytes(16).toString('hex')
    state.app.codes.add(code)
    const back = new URL(asked.get('redirect_uri')!)
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state')!)
    response.writeHead(302, { Location: back.href }).end()
    return true
  }
  if (url.pathname !== '/sns/oauth2/access_token') return false
  response.writeHead(200, { 'Content-Type': 'text/plain' }).end(JSON.stringify(openidFor(state, asked)))
  return true
}

function openidFor({ app, appId }: WechatpayState, asked: URLSearchParams) {
  const isGood =
    asked.get('appid') === appId &&
    asked.get('secret') === app.secret &&
    asked.get('grant_type') === 'authorization_code' &&
    app.codes.delete(asked.get('code') ?? '')
  if (!isGood) return { errcode: 40029, errmsg: 'invalid code' }
  const openid = `o${randomBytes(20).toString('base64url')}`
  app.openids.add(openid)
  return { access_token: randomBytes(32).toString('base64url'), expires_in: 7200, openid, scope: 'snsapi_base' }
}

/** What `WeixinJSBridge` does with a page's question: `ok` after a payment, `fail` for words that the merchant did not sign. */
export function openPayment(state: WechatpayState, wanted: Readonly<Record<string, string>>): string {
  const { appId, timeStamp, nonceStr, package: prepay = '', signType, paySign = '' } = wanted
  const lines = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`, 'utf8')
  const isSigned = verify('RSA-SHA256', lines, state.merchant.publicKey, Buffer.from(paySign, 'base64'))
  const link = prepay.replace('prepay_id=wx', '')
  const order = [...state.orders.values()].find(({ wish, links }) => wish.product === 'jsapi' && links.includes(link))
  if (appId !== state.appId || signType !== 'RSA' || !isSigned || !order) return 'get_brand_wcpay_request:fail'
  payOrder(state, order.wish.outTradeNo)
  return 'get_brand_wcpay_request:ok'
}

function page(response: ServerResponse, status: number, text: string): true {
  response.writeHead(status, { 'Content-Type': 'text/plain;charset=utf-8' }).end(text)
  return true
}
