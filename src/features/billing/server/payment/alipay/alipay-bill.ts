// Alipay's bill of a day (payment contracts §1.7): a link that is good for half a minute, behind it a zip of tables in GBK. The file itself is not signed: what
// follows from it is asked for at the gateway before anything is settled. Columns, kinds and sums as real files have them (decision 0192).
import { readAtMost } from '#platform/server/http/read-at-most.ts'
import { demandSum, fenIn, fieldOf, recordsOf } from '../bill/bill-table.ts'
import { openInZip } from '../bill/open-zip.ts'
import { type BillRow, BillUnreadable, PaymentUnknown } from '../payment-provider.ts'
import { type AlipayAccount, askGateway, codeOf } from './alipay-gateway.ts'

const METHOD = 'alipay.data.dataservice.bill.downloadurl.query'
const TIMEOUT_MS = 15_000
const FILE_MAX_BYTES = 32 * 1024 * 1024
const COLUMNS = {
  transactionId: '支付宝交易号',
  orderNumber: '商户订单号',
  kind: '业务类型',
  amount: '订单金额（元）',
  refundNumber: '退款批次号/请求号',
} as const
const KINDS: ReadonlyMap<string, BillRow['kind']> = new Map([
  ['交易', 'payment'],
  ['退款', 'refund'],
])
/** Below the table: how many lines of a kind there are. */
const COUNTS = [
  ['payment', /^#+交易合计：(\d+)笔/],
  ['refund', /^#+退款合计：(\d+)笔/],
] as const
const NOT_YET = ['isp.bill_not_exist', 'BILL_NOT_EXIST', 'isv.bill-not-exist']

/** Undefined while there is none for this day. A link that ran out is asked for once more. */
export async function readAlipayBill(account: AlipayAccount, day: string): Promise<readonly BillRow[] | undefined> {
  for (let tries = 2; ; tries -= 1) {
    const answer = await askGateway(account, METHOD, { bill_type: 'trade', bill_date: day })
    if (NOT_YET.includes(String(answer.sub_code))) return undefined
    if (answer.code !== '10000' || typeof answer.bill_download_url !== 'string')
      throw new PaymentUnknown(codeOf(answer))
    const file = await download(answer.bill_download_url)
    if (file) return rowsOf(file)
    if (tries === 1) throw new PaymentUnknown('the link of the bill is over')
  }
}

/** Undefined where the link is over. */
async function download(address: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status === 403 || response.status === 404 || response.status === 410) return undefined
    if (response.ok) return await readAtMost(response.body, FILE_MAX_BYTES)
    throw new PaymentUnknown(`the bill answered ${response.status}`)
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error
    throw new PaymentUnknown(`the bill was not sent: ${(error as Error).name}`)
  }
}

/** The archive has a table of all trades and a summary beside it; lines with a hash are words around the table. */
function rowsOf(archive: Uint8Array): BillRow[] {
  const gbk = new TextDecoder('gbk')
  const table = openInZip(archive, (name) => /业务明细\.csv$/.test(gbk.decode(name)))
  if (!table) throw new BillUnreadable('the bill has no table of trades')
  const lines = gbk
    .decode(table)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const rows = recordsOf(
    lines.filter((line) => !line.startsWith('#')).map(withoutThousands),
    Object.values(COLUMNS),
  ).map(rowOf)
  for (const [kind, pattern] of COUNTS) {
    const stated = lines.map((line) => pattern.exec(line)?.[1]).find((count) => count !== undefined)
    if (stated) demandSum(`lines of ${kind}s`, Number(stated), rows.filter((row) => row.kind === kind).length)
  }
  return rows
}

function rowOf(record: ReadonlyMap<string, string>): BillRow {
  const kindText = fieldOf(record, COLUMNS.kind)
  const kind = KINDS.get(kindText)
  if (!kind) throw new BillUnreadable(`the bill has a line of an unknown kind: ${kindText}`)
  const amount = fieldOf(record, COLUMNS.amount)
  return {
    kind,
    orderNumber: fieldOf(record, COLUMNS.orderNumber),
    refundNumber: fieldOf(record, COLUMNS.refundNumber),
    transactionId: fieldOf(record, COLUMNS.transactionId),
    // What went back has a sign in some files and none in others.
    minor: fenIn(kind === 'refund' ? amount.replace(/^-/, '') : amount),
  }
}

/** `"1,234.50"` is one cell. */
const withoutThousands = (line: string): string =>
  line.replace(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(',', ''))
