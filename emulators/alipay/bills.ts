// Bills of a day (payment contracts §1.7): a link that is good for thirty seconds, behind it a zip of two tables in GBK with words around them, cells
// padded with tabs, amounts with commas for thousands.
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { deflateRawSync } from 'node:zlib'
import { gbk } from './gbk.ts'
import type { AlipayState } from './state.ts'
import { type Trade, wallClock, yuanText } from './trades.ts'

const LINK_SECONDS = 30
const HEADER =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

export interface BillLink {
  readonly day: string
  untilSeconds: number
}

/** Answers the path of the link. Today's bill is no bill yet. */
export function linkOf(state: AlipayState, day: unknown): string | undefined {
  const today = wallClock(state.clock.now() * 1000).slice(0, 10)
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day) || day >= today) return undefined
  const token = randomBytes(12).toString('hex')
  state.bills.set(token, { day, untilSeconds: state.clock.now() + LINK_SECONDS })
  return `/bill/${token}`
}

export function billRoute(state: AlipayState, path: string, response: ServerResponse): void {
  const link = state.bills.get(path.replace('/bill/', ''))
  if (!link || link.untilSeconds < state.clock.now()) return void response.writeHead(403).end('expired')
  response.writeHead(200, { 'Content-Type': 'application/zip' }).end(billOf(state, link.day))
}

function billOf({ trades, billEdit }: AlipayState, day: string): Buffer {
  const rows = [...trades.values()].flatMap((trade) => rowsOf(trade, day))
  const table = [
    '#支付宝业务明细查询',
    `#起始日期：[${day}]`,
    HEADER,
    ...rows,
    `#${'-'.repeat(41)}业务明细列表结束${'-'.repeat(36)}`,
    `#交易合计：${countOf(rows, '交易')}笔，商家实收共0.00元，商家优惠共0.00元`,
    `#退款合计：${countOf(rows, '退款')}笔，商家实收退款共-0.00元，商家优惠退款共0.00元`,
    `#导出时间：[${day}]`,
  ]
  const summary = ['#支付宝业务汇总查询', `交易笔数,${rows.length}`]
  return zipOf([
    [`20880000_${day}_业务明细.csv`, (billEdit.now?.(table.join('\r\n')) ?? table.join('\r\n')).split('\r\n')],
    [`20880000_${day}_业务明细(汇总).csv`, summary],
  ])
}

const countOf = (rows: readonly string[], kind: string) =>
  rows.filter((row) => row.split(',')[2]?.trim() === kind).length

function rowsOf(trade: Trade, day: string): string[] {
  const { link, tradeNo, paidAtMs, paidFen, refunds, refundedAtMs } = trade
  const isOf = (ms: number | undefined) => ms !== undefined && wallClock(ms).startsWith(day)
  const line = (kind: string, fen: number, sign: string, refund: string) => {
    const cells = Array.from({ length: HEADER.split(',').length }, () => '\t')
    const amount = sign + yuanText(fen).replace(/\B(?=(\d{3})+\.)/g, ',')
    const known = [`${tradeNo}\t`, `${link.outTradeNo}\t`, `${kind} `, `${link.subject}\t`]
    cells.splice(0, known.length, ...known)
    cells[11] = amount.includes(',') ? `"${amount}"` : amount
    cells[21] = `${refund}\t`
    return cells.join(',')
  }
  return [
    ...(isOf(paidAtMs) ? [line('交易', paidFen, '', '')] : []),
    ...[...refunds].flatMap(([number, fen]) =>
      isOf(refundedAtMs.get(number)) ? [line('退款', fen, '-', number)] : [],
    ),
  ]
}

/** As packers write it: local headers, the list of all files, the end. */
function zipOf(files: readonly (readonly [name: string, lines: readonly string[]])[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, lines] of files) {
    const [nameBytes, content] = [gbk(name), gbk(`${lines.join('\r\n')}\r\n`)]
    const packed = deflateRawSync(content)
    const sizes = Buffer.alloc(8)
    sizes.writeUInt32LE(packed.length, 0)
    sizes.writeUInt32LE(content.length, 4)
    const shared = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]), sizes])
    const nameLength = Buffer.from([nameBytes.length & 255, nameBytes.length >> 8, 0, 0])
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, nameLength, nameBytes, packed])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    const rest = Buffer.concat([Buffer.alloc(10), place])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, nameLength, rest, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}
