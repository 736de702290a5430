// What the signed link of an email says that is being opened.
import type { GenericEndpointContext } from 'better-auth'
import { jwtVerify } from 'jose'

/** Better Auth's words for the two links of a change of address: the one to the old address changes nothing yet. */
export const CONSENT_LINK = 'change-email-confirmation'
export const CHANGE_LINK = 'change-email-verification'

export interface LinkToken {
  readonly email: string
  readonly updateTo?: string
  readonly requestType?: string
}

/** Undefined for one that is forged or over. */
export async function readLinkToken(ctx: GenericEndpointContext): Promise<LinkToken | undefined> {
  const token = String((ctx.query as { token?: unknown } | undefined)?.token ?? '')
  const key = new TextEncoder().encode(ctx.context.secret)
  const verified = await jwtVerify<LinkToken>(token, key, { algorithms: ['HS256'] }).catch(() => undefined)
  return verified?.payload
}
