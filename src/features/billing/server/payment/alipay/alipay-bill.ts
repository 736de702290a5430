// Alipay's bill of a day (payments reference §1.7): a link that is good for half a minute, behind it a zip of tables in GBK. The file itself is not signed: what
// follows from it is asked for at the gateway before anything is settled.
import { fenIn, fieldOf, recordsOf } from '../bill/bill-table.ts'
import { openZip } from '../bill/open-zip.ts'
import { type BillRow, PaymentUnknown } from '../payment-provider.ts'
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
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.ok && bytes.length <= FILE_MAX_BYTES) return bytes
    throw new PaymentUnknown(`the bill answered ${response.status}`)
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error
    throw new PaymentUnknown(`the bill was not sent: ${(error as Error).name}`)
  }
}

/** The archive has a table of all trades and a summary beside it; lines with a hash are words around the table. */
function rowsOf(archive: Uint8Array): BillRow[] {
  const gbk = new TextDecoder('gbk')
  const table = openZip(archive).find(({ name }) => /业务明细\.csv$/.test(gbk.decode(name)))
  if (!table) throw new PaymentUnknown('the bill has no table of trades')
  const lines = gbk
    .decode(table.bytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return recordsOf(lines.map(withoutThousands)).flatMap((record) => {
    const kind = fieldOf(record, COLUMNS.kind)
    if (kind !== '交易' && kind !== '退款') return []
    return [
      {
        kind: kind === '交易' ? ('payment' as const) : ('refund' as const),
        orderNumber: fieldOf(record, COLUMNS.orderNumber),
        refundNumber: fieldOf(record, COLUMNS.refundNumber),
        transactionId: fieldOf(record, COLUMNS.transactionId),
        minor: fenIn(fieldOf(record, COLUMNS.amount)),
      },
    ]
  })
}

/** `"1,234.50"` is one cell. */
const withoutThousands = (line: string): string =>
  line.replace(/"([^"]*)"/g, (_, cell: string) => cell.replaceAll(',', ''))
