// `POST /api/send-sms` with `{phone, code}` (document 1 §7 "SMS"; U-33, P-06). The documents trust the code that a client names; here it must
// be the living one that was made for this very person and number, and a wrong one counts as a try. The wizard does not need this route.
import { Hono } from 'hono'
import { z } from 'zod'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { signedInRoute } from '#platform/server/http/require-sign-in.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'

export const SEND_SMS_PATH = '/api/send-sms'

const sendSmsBody = z.object({ phone: z.string().min(1).max(40), code: z.string().min(1).max(40) })

interface SendSmsParts {
  /** Throws ServiceError. */
  readonly resendCode: (userId: string, phone: string, code: string, clientAddress: string) => Promise<void>
}

/** Answers `{"success": true}`, or the error's code with its status. */
export function createSendSmsRoutes({ resendCode }: SendSmsParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.post(SEND_SMS_PATH, signedInRoute, async (context) => {
    const { userId, clientAddress } = context.var.caller
    const body = sendSmsBody.safeParse(await context.req.json().catch(() => undefined))
    if (!body.success) throw new ServiceError('code-incomplete')
    await resendCode(userId, body.data.phone, body.data.code, clientAddress)
    return context.json({ success: true })
  })
  return routes
}
