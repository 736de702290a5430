// Cookies that the previous SECRET signed are signed with the new one on their way in, so that nobody is signed out by its change (decision 0074).
// Better Auth knows one secret for cookies; browsers get the new signature when their session is prolonged.

import { createHmac } from 'node:crypto'
import { isEqualSecret } from '#platform/server/is-equal-secret.ts'

const OURS = /^(__Host-|__Secure-)?huanying\./

/** Changes the headers of a request in place. */
export function renewCookies(headers: Headers, secret: string, previousSecret: string): void {
  const cookies = headers.get('cookie')
  if (!cookies) return
  const renewed = cookies.split('; ').map((cookie) => renewCookie(cookie, secret, previousSecret))
  headers.set('cookie', renewed.join('; '))
}

function renewCookie(cookie: string, secret: string, previousSecret: string): string {
  const [name = '', written = ''] = splitAt(cookie, cookie.indexOf('='))
  if (!OURS.test(name)) return cookie
  const signed = decoded(written)
  const [value, signature] = splitAt(signed, signed.lastIndexOf('.'))
  if (!value || !isSigned(value, signature, previousSecret)) return cookie
  return `${name}=${encodeURIComponent(`${value}.${signatureOf(value, secret)}`)}`
}

const splitAt = (text: string, at: number): [string, string] =>
  at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // a broken percent sign
  }
}

const signatureOf = (value: string, secret: string): string =>
  createHmac('sha256', secret).update(value).digest('base64')

const isSigned = (value: string, signature: string, secret: string): boolean =>
  isEqualSecret(signature, signatureOf(value, secret))
