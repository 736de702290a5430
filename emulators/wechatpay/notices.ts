// Notices (payments reference §2.8): a sealed transaction in a signed body, sent again until the status says that it was taken. Each delivery has a time
// and a nonce of its own. Nothing is sent by itself while `isHeld`, so that a test sends what it wants, when and as often as it wants.
import { type KeyObject, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beijingTime } from './state.ts'
import { randomText, sealed, signed } from './v3-crypto.ts'

/** After the first delivery. */
const RETRY_SECONDS = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600] as const

export interface Notice {
  readonly id: string
  readonly url: string
  readonly transaction: Readonly<Record<string, unknown>>
  readonly statuses: number[]
  isAcknowledged: boolean
}

/** How a delivery differs from what it should be. */
export interface Bend {
  /** Put into the transaction before it is sealed and signed. */
  readonly transaction?: Readonly<Record<string, unknown>>
  readonly eventType?: string
  readonly id?: string
  readonly apiV3Key?: string
  /** One bit of the sealed text flipped before the body is signed: a good signature over a broken seal. */
  readonly breaksSeal?: boolean
  /** The body changed after it was signed. */
  readonly changesBody?: boolean
  readonly key?: KeyObject
  readonly serial?: string
  readonly lateSeconds?: number
  /** `WECHATPAY/SIGNTEST/`. */
  readonly signaturePrefix?: string
}

export interface NoticeBox {
  readonly all: Notice[]
  add(url: string, transaction: Notice['transaction']): Notice
  /** One delivery; answers the status. */
  send(notice: Notice, bend?: Bend): Promise<number>
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
  stop(): void
}

export interface NoticeSettings {
  readonly isHeld: boolean
  readonly retrySpeed: number
  readonly apiV3Key: string
  /** Who signs just now, and the time in Unix seconds. */
  readonly signer: () => { readonly serial: string; readonly key: KeyObject }
  readonly now: () => number
}

export function createNoticeBox(settings: NoticeSettings): NoticeBox {
  const all: Notice[] = []
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const box: NoticeBox = {
    all,
    add(url, transaction) {
      const notice: Notice = { id: randomUUID(), url, transaction, statuses: [], isAcknowledged: false }
      all.push(notice)
      if (!settings.isHeld) {
        const work = deliver(notice).finally(() => running.delete(work))
        running.add(work)
      }
      return notice
    },
    async send(notice, bend = {}) {
      const status = await post(notice, bend, settings)
      notice.statuses.push(status)
      if (status === 200 || status === 204) notice.isAcknowledged = true
      return status
    },
    settled: async () => void (await Promise.allSettled(running)),
    stop: () => stopping.abort(),
  }
  const deliver = async (notice: Notice): Promise<void> => {
    for (const seconds of [...RETRY_SECONDS, undefined]) {
      await box.send(notice).catch(() => {})
      if (notice.isAcknowledged || seconds === undefined) return
      const isOver = await delay((seconds * 1000) / settings.retrySpeed, false, { signal: stopping.signal }).catch(
        () => true,
      )
      if (isOver) return
    }
  }
  return box
}

async function post(notice: Notice, bend: Bend, settings: NoticeSettings): Promise<number> {
  const body = bodyOf(notice, bend, settings)
  const timestamp = String(Math.floor(settings.now()) - (bend.lateSeconds ?? 0))
  const nonce = randomText(32)
  const { serial, key } = settings.signer()
  const response = await fetch(notice.url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': bend.serial ?? serial,
      'Wechatpay-Signature': (bend.signaturePrefix ?? '') + signed([timestamp, nonce, body], bend.key ?? key),
      'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
    },
    body: bend.changesBody ? body.replace('"summary":"支付成功"', '"summary":"支付成功 "') : body,
  })
  await response.arrayBuffer()
  return response.status
}

function bodyOf(notice: Notice, bend: Bend, settings: NoticeSettings): string {
  const text = JSON.stringify({ ...notice.transaction, ...bend.transaction })
  const seal = sealed(text, 'transaction', bend.apiV3Key ?? settings.apiV3Key)
  const bytes = Buffer.from(seal.ciphertext, 'base64')
  if (bend.breaksSeal) bytes[0]! ^= 1
  return JSON.stringify({
    id: bend.id ?? notice.id,
    create_time: beijingTime(settings.now() * 1000),
    resource_type: 'encrypt-resource',
    event_type: bend.eventType ?? 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    resource: { original_type: 'transaction', ...seal, ciphertext: bytes.toString('base64') },
  })
}
