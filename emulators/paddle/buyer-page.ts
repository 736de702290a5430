// Paddle's hosted page as a buyer sees it: what it costs, the tax beside it, and two ways on.
import type { ServerResponse } from 'node:http'
import { type PaddleState, payTransaction } from './state.ts'

const TAX_PERCENT = 20

export function buyerPage(
  state: PaddleState,
  url: URL,
  form: URLSearchParams,
  webhookAddress: string | undefined,
  response: ServerResponse,
): void {
  const id = url.searchParams.get('transaction_id') ?? url.searchParams.get('_ptxn') ?? ''
  const found = state.transactions.get(id)
  if (!found) return void response.writeHead(404).end()
  const press = form.get('press')
  if (press === 'pay') payTransaction(state, id, TAX_PERCENT)
  if (press) {
    // The success page that a seller names in Paddle's dashboard: it knows no order.
    const Location = webhookAddress ? `${new URL(webhookAddress).origin}/profile/billing` : '/'
    return void response.writeHead(303, { Location }).end()
  }
  const cents = (amount: number) => `$${(amount / 100).toFixed(2)}`
  response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' })
  response.end(
    `<!doctype html><html lang="zh-CN"><head><meta name="viewport" content="width=device-width"><title>Paddle（仿真）</title></head><body><main><h1>Paddle（仿真）</h1><p>${escapeHtml(found.title)}</p><p>${cents(found.unitCents)} + 税 ${cents(Math.round((found.unitCents * TAX_PERCENT) / 100))}</p><form method="post"><button name="press" value="pay">Pay now</button> <button name="press" value="leave">Leave</button></form></main></body></html>`,
  )
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
