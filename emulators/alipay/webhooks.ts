// Webhooks (payment contracts §1.6): a signed form, sent again until the answer is the seven bytes `success`.
import { type KeyObject, randomUUID } from 'node:crypto'
import { createWebhookOutbox, type OutboxSettings } from '../payments/webhook-outbox.ts'
import { signed, signedText } from './rsa2.ts'

/** After the first delivery. */
const RETRY_SECONDS = [240, 600, 600, 3600, 7200, 21_600, 54_000] as const

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly answers: { readonly status: number; readonly text: string }[]
  isAcknowledged: boolean
}

/** How a delivery differs from what it should be: fields may be bent before or after the signature was made. */
export interface Tampering {
  /** Put in before the signature: signed all the same. */
  readonly signedFields?: Readonly<Record<string, string>>
  /** Put in after it: a forgery. */
  readonly forgedFields?: Readonly<Record<string, string>>
  readonly signType?: 'RSA2' | 'RSA'
  readonly key?: KeyObject
  /** Bytes of the values instead of UTF-8. */
  readonly encode?: (text: string) => Uint8Array
}

export type Webhooks = ReturnType<typeof createWebhooks>
export const createWebhooks = (key: KeyObject, settings: OutboxSettings) =>
  createWebhookOutbox(settings, {
    retrySeconds: RETRY_SECONDS,
    make: (url: string, fields: Webhook['fields']): Webhook => ({
      id: fields.notify_id ?? randomUUID(),
      url,
      fields,
      answers: [],
      isAcknowledged: false,
    }),
    post: async (webhook, tampering: Tampering = {}) => {
      const answer = await post(webhook.url, bodyOf(webhook.fields, tampering.key ?? key, tampering))
      webhook.answers.push(answer)
      return { answer, isTaken: answer.status === 200 && answer.text === 'success' }
    },
  })

function bodyOf(plain: Readonly<Record<string, string>>, key: KeyObject, tampering: Tampering): string {
  const fields: Record<string, string> = {
    ...plain,
    sign_type: tampering.signType ?? 'RSA2',
    ...tampering.signedFields,
  }
  const encode = tampering.encode ?? ((text: string) => Buffer.from(text, 'utf8'))
  const algorithm = tampering.signType === 'RSA' ? 'RSA-SHA1' : 'RSA-SHA256'
  fields.sign = signed(encode(signedText(fields)), key, algorithm)
  const sent = { ...fields, ...tampering.forgedFields }
  return Object.entries(sent)
    .map(([name, value]) => `${name}=${escapeBytes(encode(value))}`)
    .join('&')
}

const escapeBytes = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) =>
      /[\w.-]/.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : byte === 32
          ? '+'
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')

async function post(url: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: response.status, text: await response.text() }
}
