// Questions to Paddle (payment contracts §3.1). The line is TLS and the key says who we are; answers are not signed. What cannot be read as an answer of
// Paddle's is an unknown outcome. Own requests and no SDK: decision 0101.
import { readTextAtMost } from '#platform/server/http/read-at-most.ts'
import type { PaddleSettings } from '#platform/server/paddle-settings.ts'
import { PaymentUnknown } from '../payment-provider.ts'

const TIMEOUT_MS = 8000
const ANSWER_MAX_BYTES = 512 * 1024

export interface PaddleAnswer {
  readonly status: number
  readonly data: unknown
  /** Code of an error; empty otherwise. */
  readonly code: string
}
export type AskPaddle = (method: 'GET' | 'POST' | 'PATCH', path: string, content?: object) => Promise<PaddleAnswer>

export const createPaddleClient =
  ({ apiUrl, apiKey }: Pick<PaddleSettings, 'apiUrl' | 'apiKey'>): AskPaddle =>
  async (method, path, content) => {
    try {
      const response = await fetch(apiUrl + path, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          Accept: 'application/json',
          'Paddle-Version': '1',
          'User-Agent': 'huanying',
          ...(content && { 'Content-Type': 'application/json' }),
        },
        ...(content && { body: JSON.stringify(content) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await readTextAtMost(response.body, ANSWER_MAX_BYTES)
      const { data, error } = JSON.parse(text) as { data?: unknown; error?: { code?: unknown } }
      return { status: response.status, data, code: String(error?.code ?? '') }
    } catch (error) {
      throw new PaymentUnknown(`Paddle gave no answer: ${(error as Error).name}`)
    }
  }

/** An answer, and none that we know. */
export const unexpected = ({ status, code }: PaddleAnswer): PaymentUnknown =>
  new PaymentUnknown(`Paddle answered ${status} ${code}`.trimEnd())
