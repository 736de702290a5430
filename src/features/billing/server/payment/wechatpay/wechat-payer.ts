// Who pays inside WeChat (payment contracts §2.7; decision 0102): JSAPI wants the buyer's openid of our official account before there is an order. WeChat's
// page sends the browser back with a code without asking anybody (`snsapi_base`), and the code is exchanged for an openid. It reveals nothing else, and is
// kept with the order while it is open.
import { z } from 'zod'
import type { Clock } from '#platform/server/clock.ts'
import { readTextAtMost } from '#platform/server/http/read-at-most.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import type { WechatApp, WechatSignInSettings } from '#platform/server/wechat-sign-in-settings.ts'
import { PaymentUnknown } from '../payment-provider.ts'

const TIMEOUT_MS = 5000
const ANSWER_MAX_BYTES = 64 * 1024
export const PAYER_PATH = '/api/payments/wechatpay/payer'

export interface WechatPayer {
  /** Where the buyer's browser goes to come back to PAYER_PATH with a code. */
  addressFor(orderNumber: string): Promise<string>
  /** The order that a way back belongs to; undefined where the way was not ours, or took longer than five minutes. */
  orderOf(ticket: string): Promise<string | undefined>
  /** Throws PaymentUnknown. */
  openidOf(code: string): Promise<string>
}

interface PayerParts {
  readonly app: WechatApp
  readonly hosts: Pick<WechatSignInSettings, 'openUrl' | 'apiUrl'>
  readonly secret: string
  readonly publicOrigin: string
  readonly clock: Clock
}

const answer = z.object({ openid: z.string().regex(/^[\w-]{1,128}$/) })

export function createWechatPayer({ app, hosts, secret, publicOrigin, clock }: PayerParts): WechatPayer {
  const tickets = createTickets<{ order: string }>(secret, 'wechat payer', clock)
  return {
    async addressFor(orderNumber) {
      const back = new URL(PAYER_PATH, publicOrigin)
      // In the way back and not in `state`, which WeChat cuts at 128 letters and digits.
      back.searchParams.set('ticket', await tickets.issue({ order: orderNumber }))
      // TRAP: WeChat reads these in this order and answers an empty page for any other.
      const asked = new URLSearchParams([
        ['appid', app.appId],
        ['redirect_uri', back.href],
        ['response_type', 'code'],
        ['scope', 'snsapi_base'],
        ['state', 'pay'],
      ])
      return `${hosts.openUrl}/connect/oauth2/authorize?${asked}#wechat_redirect`
    },
    orderOf: async (ticket) => (await tickets.verify(ticket))?.order,
    async openidOf(code) {
      const asked = new URLSearchParams({
        appid: app.appId,
        secret: app.secret,
        code,
        grant_type: 'authorization_code',
      })
      try {
        const response = await fetch(`${hosts.apiUrl}/sns/oauth2/access_token?${asked}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        return answer.parse(JSON.parse(await readTextAtMost(response.body, ANSWER_MAX_BYTES))).openid
      } catch (error) {
        // Never the address: it contains the secret.
        throw new PaymentUnknown(`WeChat named no openid: ${(error as Error).name}`)
      }
    },
  }
}
