// What a buyer sees of WeChat: the page that H5 opens, and at `/` a stand-in for the phone that scans a code.
import type { ServerResponse } from 'node:http'
import { payOrder, type WechatpayState } from './state.ts'

export function buyerRoute(state: WechatpayState, url: URL, form: URLSearchParams, response: ServerResponse): void {
  const outTradeNo = /^\/h5\/(\w+)$/.exec(url.pathname)?.[1]
  const order = outTradeNo ? state.orders.get(outTradeNo) : undefined
  if (url.pathname === '/') return void phonePage(state, form, response)
  if (order?.wish.product !== 'h5') return void response.writeHead(404).end()
  const press = form.get('press')
  if (press === 'pay') payOrder(state, order.wish.outTradeNo)
  if (press) return void response.writeHead(303, { Location: url.searchParams.get('redirect_url') ?? '/' }).end()
  page(
    response,
    '微信支付（仿真）',
    `<p>${escapeHtml(order.wish.description)}</p><p>${order.wish.totalFen} 分</p><form method="post"><button name="press" value="pay">确认付款</button> <button name="press" value="leave">暂不付款</button></form>`,
  )
}

function phonePage(state: WechatpayState, form: URLSearchParams, response: ServerResponse): void {
  const paid = form.get('pay')
  if (paid) payOrder(state, paid)
  const open = [...state.orders.values()].filter((order) => order.state === 'NOTPAY' && order.wish.product === 'native')
  const rows = open.map(
    ({ wish }) =>
      `<p>${escapeHtml(wish.description)} · ${wish.totalFen} 分 <button name="pay" value="${wish.outTradeNo}">扫码付款</button></p>`,
  )
  page(response, '手机微信（仿真）', `<form method="post">${rows.join('') || '<p>没有待付款的订单</p>'}</form>`)
}

function page(response: ServerResponse, title: string, body: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' })
  response.end(
    `<!doctype html><html lang="zh-CN"><head><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
  )
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
