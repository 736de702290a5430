// The page where a buyer pays: opening it is what makes the trade (payment contracts §1.3). Then back to the merchant, with the fields of
// a return that prove nothing.
import type { ServerResponse } from 'node:http'
import { signed, signedText } from './rsa2.ts'
import { type AlipayState, openTrade, payTrade } from './state.ts'
import { type Trade, wallClock, yuanText } from './trades.ts'

export function cashierRoute(
  state: AlipayState,
  { pathname }: URL,
  form: URLSearchParams,
  response: ServerResponse,
): void {
  const link = state.links.get(pathname.split('/')[2] ?? '')
  if (!link) return void response.writeHead(404).end()
  const trade = openTrade(state, link.outTradeNo)
  const press = form.get('press')
  if (press === 'pay') payTrade(state, link.outTradeNo)
  if (press)
    return void response
      .writeHead(303, { Location: press === 'pay' ? returnAddress(state, trade) : link.returnUrl })
      .end()
  response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' })
  response.end(`<!doctype html><html lang="zh-CN"><head><meta name="viewport" content="width=device-width"><title>收银台</title></head>
<body><main><h1>收银台（仿真）</h1><p>${escapeHtml(link.subject)}</p><p>¥${yuanText(link.totalFen)}</p>
<form method="post"><button name="press" value="pay">确认付款</button> <button name="press" value="leave">暂不付款</button></form></main></body></html>`)
}

function returnAddress(state: AlipayState, { link, tradeNo, paidFen }: Trade): string {
  const address = new URL(link.returnUrl)
  const fields: Record<string, string> = {
    ...Object.fromEntries(address.searchParams),
    app_id: state.appId,
    method: `alipay.trade.${link.kind}.pay.return`,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    timestamp: wallClock(state.clock.now() * 1000),
    out_trade_no: link.outTradeNo,
    trade_no: tradeNo,
    total_amount: yuanText(paidFen),
    seller_id: state.sellerId,
    auth_app_id: state.appId,
  }
  address.search = String(new URLSearchParams({ ...fields, sign: signed(signedText(fields), state.alipay.privateKey) }))
  return String(address)
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
