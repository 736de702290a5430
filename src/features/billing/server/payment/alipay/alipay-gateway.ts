// One signed question to Alipay's gateway and its verified answer. Own requests and not the package: decision 0081. Whatever is not
// proven (a cut line, a 5xx, an unsigned or wrongly signed answer) is an unknown outcome.
import type { Clock } from '#platform/server/clock.ts'
import { readTextAtMost } from '#platform/server/http/read-at-most.ts'
import type { AlipaySettings } from '#platform/server/payment-settings.ts'
import { type Money, minorOf } from '#rulebook/credits/orders.ts'
import { chinaTime } from '../china-time.ts'
import { PaymentUnknown } from '../payment-provider.ts'
import { isSigned, signRequest } from './alipay-signature.ts'

const TIMEOUT_MS = 8000
const ANSWER_MAX_BYTES = 256 * 1024

export type GatewayAnswer = Readonly<Record<string, unknown>>
export type AlipayAccount = AlipaySettings & { readonly clock: Clock }

/** All that a call carries, signed: for a browser's address as for our own question. */
export function signedCall(
  { appId, privateKey, clock }: AlipayAccount,
  method: string,
  content: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const fields = new Map(
    Object.entries({
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: chinaTime(clock.now()),
      version: '1.0',
      ...more,
      biz_content: JSON.stringify(content),
    }),
  )
  return new URLSearchParams([...fields, ['sign', signRequest(fields, privateKey)]])
}

/** The node of the answer; throws PaymentUnknown. `code` and `sub_code` are the caller's business. */
export async function askGateway(
  account: AlipayAccount,
  method: string,
  content: Readonly<Record<string, string>>,
): Promise<GatewayAnswer> {
  const text = await post(account.gateway, signedCall(account, method, content))
  const node = signedNode(text, `${method.replaceAll('.', '_')}_response`)
  const { sign } = parse(text) as { sign?: unknown }
  if (!node || typeof sign !== 'string' || !isSigned(Buffer.from(node, 'utf8'), sign, account.alipayPublicKey))
    throw new PaymentUnknown('the answer is not signed')
  return parse(node) as GatewayAnswer
}

async function post(gateway: string, body: URLSearchParams): Promise<string> {
  try {
    // The charset is in the address, or the gateway decodes by its own default.
    const response = await fetch(`${gateway}?charset=utf-8`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return await readTextAtMost(response.body, ANSWER_MAX_BYTES)
    throw new PaymentUnknown(`the gateway answered ${response.status}`)
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error
    throw new PaymentUnknown(`the gateway did not answer: ${(error as Error).name}`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PaymentUnknown('the answer is no JSON')
  }
}

/** The text of one object, exactly as in the answer: that is what was signed. */
export function signedNode(text: string, key: string): string | undefined {
  const opening = new RegExp(`"${key}"\\s*:\\s*(?=\\{)`).exec(text)
  if (!opening) return undefined
  const start = opening.index + opening[0].length
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return text.slice(start, at + 1)
    }
  }
  return undefined
}

/** For the log: codes only, never texts. */
export const codeOf = ({ code, sub_code }: GatewayAnswer): string => `the gateway answered ${code} ${sub_code ?? ''}`

/** Undefined for what is no amount. */
export function yuan(text: string): Money | undefined {
  const minor = minorOf(text)
  return minor === undefined ? undefined : { currency: 'CNY', minor }
}
