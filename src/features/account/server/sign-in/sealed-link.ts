// The token of a change of address names the addresses of before and after, for all to read. Sealed, because the link to the new mailbox must not tell whoever
// holds it (a slip in typing is enough) whose account it is, nor a log of the operator's proxy both. That of a new account names nothing but its own mailbox.
import { createHmac } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

const keyOf = (secret: string): string => createHmac('sha256', secret).update('change link').digest('hex')

export async function sealToken(secret: string, token: string): Promise<string> {
  return Buffer.from(await symmetricEncrypt({ key: keyOf(secret), data: token }), 'hex').toString('base64url')
}

/** Undefined for what we have not sealed. */
export async function unsealToken(secret: string, sealed: string): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, 'base64url')
  // TRAP: what is no base64url is passed over in the decoding.
  if (bytes.toString('base64url') !== sealed) return undefined
  return symmetricDecrypt({ key: keyOf(secret), data: bytes.toString('hex') }).catch(() => undefined)
}

/** The same request, with the token as the library knows it. */
export async function withOpenedLink(secret: string, request: Request): Promise<Request> {
  const url = new URL(request.url)
  const sealed = url.pathname.endsWith('/verify-email') ? url.searchParams.get('token') : null
  const token = sealed && (await unsealToken(secret, sealed))
  if (!token) return request
  url.searchParams.set('token', token)
  return new Request(url, request)
}
