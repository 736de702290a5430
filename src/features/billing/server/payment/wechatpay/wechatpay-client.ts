// Questions to WeChat Pay and their proven answers. Whatever is not proven (a cut line, a redirect, no signature or a wrong one, a time that is not
// now) is an unknown outcome, whatever its status says.
import { PaymentUnknown } from '../payment-provider.ts'
import { createVerificationKeys } from './wechatpay-keys.ts'
import { jsonOf } from './wechatpay-messages.ts'
import { sendSigned, type WechatpayAccount } from './wechatpay-request.ts'
import { problemOf, type SignedMessage, serialOf } from './wechatpay-signature.ts'

export interface ProvenAnswer {
  readonly status: number
  readonly text: string
  /** Empty where the body is no object. */
  readonly content: Readonly<Record<string, unknown>>
}

export interface WechatpayClient {
  /** Throws PaymentUnknown. Status and code are the caller's business. */
  ask(method: 'GET' | 'POST', path: string, content?: object): Promise<ProvenAnswer>
  /** Why a message proves nothing; undefined where WeChat Pay signed it just now. */
  problemOf(message: SignedMessage): Promise<string | undefined>
}

export function createWechatpayClient(account: WechatpayAccount): WechatpayClient {
  const keys = createVerificationKeys(account)
  const client: WechatpayClient = {
    async ask(method, path, content) {
      const answer = await sendSigned(account, method, path, content && JSON.stringify(content))
      const problem = await client.problemOf(answer)
      // The status helps to find the reason: 401 is a wrong key or clock of ours, and WeChat Pay does not sign it.
      if (problem) throw new PaymentUnknown(`the answer ${answer.status} is not proven: ${problem}`)
      const text = Buffer.from(answer.body).toString('utf8')
      const json = jsonOf(text)
      const isObject = typeof json === 'object' && json !== null
      return { status: answer.status, text, content: isObject ? (json as ProvenAnswer['content']) : {} }
    },
    async problemOf(message) {
      const key = await keys.find(serialOf(message))
      return key ? problemOf(message, key, account.clock.now()) : 'nobody vouches for its serial number'
    },
  }
  return client
}

/** The code of an error; pages of the contract spell it with and without underscores. */
export const codeOf = ({ content }: ProvenAnswer): string => String(content.code ?? '').replaceAll('_', '')

/** Proven, and none of the answers that we know. */
export const unexpected = (answer: ProvenAnswer): PaymentUnknown =>
  new PaymentUnknown(`WeChat Pay answered ${answer.status} ${codeOf(answer)}`.trimEnd())
