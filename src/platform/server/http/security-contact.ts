// Where vulnerabilities are reported (security.txt, RFC 9116). Without an address of the operator the file is absent.
import { Hono } from 'hono'
import { DAY_MS } from '#rulebook/site/calendar.ts'
import type { HttpEnv } from './request-context.ts'

export const SECURITY_CONTACT_PATH = '/.well-known/security.txt'
/** The RFC recommends less than a year; the date is computed for each answer. */
const GOOD_FOR_MS = 180 * DAY_MS

export interface SecurityContact {
  readonly email: string | null
  readonly publicOrigin: string
}

export const createSecurityContact = ({ email, publicOrigin }: SecurityContact): Hono<HttpEnv> =>
  new Hono<HttpEnv>().get(SECURITY_CONTACT_PATH, (context) => {
    if (!email) return context.json({ code: 'not-found' }, 404)
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(Date.now() + GOOD_FOR_MS).toISOString()}`,
      'Preferred-Languages: zh, en',
      `Canonical: ${publicOrigin}${SECURITY_CONTACT_PATH}`,
    ]
    return context.text(`${lines.join('\n')}\n`)
  })
