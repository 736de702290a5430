// WeChat Pay's bill of a day (payment contracts §2.9): a signed answer with a link and the hash of the unpacked file, which is what proves it.
// Columns, states and sums are those of the vendor's page 交易账单详细说明 (decision 0192).
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { demandSum, fenIn, fieldOf, recordsOf } from '../bill/bill-table.ts'
import { type BillRow, BillUnreadable, PaymentUnknown } from '../payment-provider.ts'
import { codeOf, unexpected, type WechatpayClient } from './wechatpay-client.ts'
import { readSigned, type WechatpayAccount } from './wechatpay-request.ts'

const FILE_MAX_BYTES = 64 * 1024 * 1024
const COLUMNS = {
  transactionId: '微信订单号',
  orderNumber: '商户订单号',
  state: '交易状态',
  amount: '订单金额',
  refundNumber: '商户退款单号',
  refunded: '申请退款金额',
} as const
const SUMS = { amount: '订单总金额', refunded: '申请退款总金额' } as const
/** REVOKED, a payment code's payment taken back, cannot be ours: a person must look at one. */
const KINDS: ReadonlyMap<string, BillRow['kind']> = new Map([
  ['SUCCESS', 'payment'],
  ['REFUND', 'refund'],
])

/** Undefined while it is being made; a day without trades has none, which is an empty one. A file that is not what was signed is asked for once more. */
export async function readWechatpayBill(
  account: WechatpayAccount,
  client: WechatpayClient,
  day: string,
): Promise<readonly BillRow[] | undefined> {
  for (let tries = 2; ; tries -= 1) {
    const answer = await client.ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`)
    if (codeOf(answer) === 'STATEMENTCREATING') return undefined
    if (codeOf(answer) === 'NOSTATEMENTEXIST') return []
    const { hash_type: kind, hash_value: hash, download_url: link } = answer.content
    if (answer.status !== 200 || kind !== 'SHA1' || typeof link !== 'string') throw unexpected(answer)
    const file = unpacked(await readSigned(account, link))
    if (file && createHash('sha1').update(file).digest('hex') === String(hash).toLowerCase())
      return rowsOf(file.toString('utf8'))
    if (tries === 1) throw new PaymentUnknown('the bill is not the file that was signed')
  }
}

function unpacked(packed: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(packed, { maxOutputLength: FILE_MAX_BYTES })
  } catch {
    return undefined
  }
}

/** The last two lines are the names and figures of the sums. */
function rowsOf(text: string): BillRow[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const records = recordsOf(lines.slice(0, -2), Object.values(COLUMNS))
  const [sums] = recordsOf(lines.slice(-2), Object.values(SUMS))
  if (!sums) throw new BillUnreadable('the bill has no sums')
  for (const column of ['amount', 'refunded'] as const) {
    const read = records.reduce((sum, record) => sum + fenIn(fieldOf(record, COLUMNS[column])), 0)
    demandSum(SUMS[column], fenIn(fieldOf(sums, SUMS[column])), read)
  }
  return records.map(rowOf)
}

/** A refund is in the bill of the day on which it was requested, whatever became of it since. */
function rowOf(record: ReadonlyMap<string, string>): BillRow {
  const state = fieldOf(record, COLUMNS.state)
  const kind = KINDS.get(state)
  if (!kind) throw new BillUnreadable(`the bill has a line of an unknown state: ${state}`)
  const isRefund = kind === 'refund'
  return {
    kind,
    orderNumber: fieldOf(record, COLUMNS.orderNumber),
    refundNumber: isRefund ? fieldOf(record, COLUMNS.refundNumber) : '',
    transactionId: fieldOf(record, COLUMNS.transactionId),
    minor: fenIn(fieldOf(record, isRefund ? COLUMNS.refunded : COLUMNS.amount)),
  }
}
