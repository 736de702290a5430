// What the gateway does with a merchant's question (payment contracts §1.4). Every answer has the code of the contract.
import { linkOf } from './bills.ts'
import type { AlipayState } from './state.ts'
import { fenOf, refundedFen, type Trade, wallClock, yuanText } from './trades.ts'

export type Answer = Readonly<Record<string, string>>
type Content = Readonly<Record<string, unknown>>

const ok = (more: Answer): Answer => ({ code: '10000', msg: 'Success', ...more })
export const business = (subCode: string): Answer => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: `ACQ.${subCode}`,
  sub_msg: '业务处理失败',
})

export const GATEWAY_CALLS: Readonly<Record<string, (state: AlipayState, content: Content) => Answer>> = {
  'alipay.data.dataservice.bill.downloadurl.query': (state, { bill_type: kind, bill_date: day }) => {
    const path = kind === 'trade' ? linkOf(state, day) : undefined
    return path ? ok({ bill_download_url: state.address() + path }) : business('INVALID_PARAMETER')
  },
  'alipay.trade.query': (state, content) => {
    const trade = tradeOf(state, content)
    if (!trade) return business('TRADE_NOT_EXIST')
    return ok({
      trade_no: trade.tradeNo,
      out_trade_no: trade.link.outTradeNo,
      buyer_logon_id: 'emu***@example.com',
      trade_status: trade.status,
      total_amount: yuanText(trade.paidFen),
      ...(trade.paidAtMs !== undefined && { send_pay_date: wallClock(trade.paidAtMs) }),
    })
  },
  'alipay.trade.close': (state, content) => {
    const trade = tradeOf(state, content)
    if (!trade) return business('TRADE_NOT_EXIST')
    if (trade.status !== 'WAIT_BUYER_PAY') return business('TRADE_STATUS_ERROR')
    trade.status = 'TRADE_CLOSED'
    return ok({ trade_no: trade.tradeNo, out_trade_no: trade.link.outTradeNo })
  },
  'alipay.trade.refund': (state, content) => {
    const trade = tradeOf(state, content)
    const fen = fenOf(content.refund_amount)
    if (!trade) return business('TRADE_NOT_EXIST')
    if (trade.paidAtMs === undefined) return business('TRADE_STATUS_ERROR')
    const key = typeof content.out_request_no === 'string' ? content.out_request_no : ''
    if (!fen) return business('REFUND_FEE_ERROR')
    if (!key && fen !== trade.paidFen) return business('REFUND_AMT_NOT_EQUAL_TOTAL')
    return refund(state, trade, key || trade.link.outTradeNo, fen)
  },
  'alipay.trade.fastpay.refund.query': (state, content) => {
    const trade = tradeOf(state, content)
    if (!trade) return business('TRADE_NOT_EXIST')
    const key = String(content.out_request_no)
    const fen = trade.refunds.get(key)
    if (fen === undefined) return ok({})
    return ok({
      trade_no: trade.tradeNo,
      out_trade_no: trade.link.outTradeNo,
      out_request_no: key,
      refund_status: 'REFUND_SUCCESS',
      refund_amount: yuanText(fen),
      total_amount: yuanText(trade.paidFen),
    })
  },
}

const tradeOf = (state: AlipayState, { trade_no, out_trade_no }: Content): Trade | undefined =>
  [...state.trades.values()].find((trade) =>
    trade_no ? trade.tradeNo === trade_no : trade.link.outTradeNo === out_trade_no,
  )

/** The same number pays back once; `refund_fee` is what was paid back of the trade in all. */
function refund(state: AlipayState, trade: Trade, key: string, fen: number): Answer {
  const before = trade.refunds.get(key)
  if (before !== undefined && before !== fen) return business('DISCORDANT_REPEAT_REQUEST')
  if (before === undefined) {
    if (trade.status === 'TRADE_CLOSED') return business('TRADE_HAS_CLOSE')
    if (trade.status === 'TRADE_FINISHED') return business('TRADE_HAS_FINISHED')
    if (refundedFen(trade) + fen > trade.paidFen) return business('REASON_TRADE_REFUND_FEE_ERR')
    trade.refunds.set(key, fen)
    trade.refundedAtMs.set(key, state.clock.now() * 1000)
    if (refundedFen(trade) === trade.paidFen) trade.status = 'TRADE_CLOSED'
    state.notify(trade, { out_biz_no: key, gmt_refund: `${wallClock(state.clock.now() * 1000)}.000` })
  }
  return ok({
    trade_no: trade.tradeNo,
    out_trade_no: trade.link.outTradeNo,
    fund_change: before === undefined ? 'Y' : 'N',
    refund_fee: yuanText(refundedFen(trade)),
  })
}
