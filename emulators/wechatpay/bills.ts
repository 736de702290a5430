// Bills of a day (payment contracts §2.9): the hash of the unpacked file is signed, the file itself is not; every cell begins with a backtick, the last two
// lines are sums, amounts are yuan.
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Refusal, refusal } from './judge-request.ts'
import { beijingTime, type WechatpayState } from './state.ts'

const HEADER =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const yuan = (fen: number): string => (fen / 100).toFixed(2)

/** What the link answers with. */
export const billFile = (state: WechatpayState, day: string): Buffer => gzipSync(tableOf(state, day))

export function billLink(state: WechatpayState, { searchParams }: URL): Record<string, string> | Refusal {
  const day = searchParams.get('bill_date') ?? ''
  const isAsked =
    /^\d{4}-\d\d-\d\d$/.test(day) && searchParams.get('bill_type') === 'ALL' && searchParams.get('tar_type') === 'GZIP'
  if (!isAsked) return refusal(400, 'PARAM_ERROR')
  if (day >= beijingTime(state.clock.now() * 1000).slice(0, 10)) return refusal(400, 'INVALID_REQUEST')
  if (state.billsInTheMaking.has(day)) return refusal(400, 'STATEMENT_CREATING')
  const table = tableOf(state, day)
  if (table.split('\r\n').length <= 4) return refusal(400, 'NO_STATEMENT_EXIST')
  return {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(table).digest('hex'),
    download_url: `${state.origin()}/v3/billdownload/file?token=${day}`,
  }
}

function tableOf(state: WechatpayState, day: string): string {
  const { orders, refunds, appId, merchantId, billEdit } = state
  const rows = [...orders.values()].flatMap((order) => {
    const { wish, transactionId = '', paidAtMs, totalFen } = order
    const line = (at: string, changes: Readonly<Record<number, string>>) => {
      const cells: string[] = [
        at,
        appId,
        merchantId,
        '0',
        '',
        transactionId,
        wish.outTradeNo,
        'o1',
        'NATIVE',
        'SUCCESS',
      ]
      cells.push(
        'OTHERS',
        'CNY',
        yuan(totalFen),
        '0.00',
        '0',
        '0',
        '0.00',
        '0.00',
        '',
        '',
        wish.description,
        '',
        '0.00',
        '0.60%',
      )
      cells.push(yuan(totalFen), '0.00', '')
      for (const [place, value] of Object.entries(changes)) cells[Number(place)] = value
      return cells.map((cell) => `\`${cell}`).join(',')
    }
    const paidAt = paidAtMs === undefined ? '' : beijingTime(paidAtMs)
    const back = [...refunds.values()].filter(
      ({ outTradeNo, status }) => outTradeNo === wish.outTradeNo && status === 'SUCCESS',
    )
    return [
      ...(paidAt.startsWith(day) ? [line(paidAt, {})] : []),
      ...back
        .map((refund) => ({ refund, at: beijingTime(refund.atMs ?? paidAtMs ?? 0) }))
        .filter(({ at }) => at.startsWith(day))
        .map(({ refund, at }) =>
          line(at, {
            ...{ 9: 'REFUND', 12: '0.00', 14: refund.refundId, 15: refund.refundNo, 16: yuan(refund.refundFen) },
            ...{ 18: 'ORIGINAL', 19: 'PROCESSING', 24: '0.00', 25: yuan(refund.refundFen) },
          }),
        ),
    ]
  })
  const sumOf = (column: number) => rows.reduce((sum, row) => sum + Number(row.split(',`')[column]), 0).toFixed(2)
  const figures = [String(rows.length), sumOf(12), sumOf(16), sumOf(17), '0.00', sumOf(24), sumOf(25)]
  const table = [`\uFEFF${HEADER}`, ...rows, SUMS, figures.map((cell) => `\`${cell}`).join(','), ''].join('\r\n')
  return billEdit.now?.(table) ?? table
}
