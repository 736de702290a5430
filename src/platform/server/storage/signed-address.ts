// Our own signed, expiring addresses of stored objects (U-58): HMAC-SHA-256 over key, end and name; compared in constant time.

import { createHmac } from 'node:crypto'
import { isEqualSecret } from '../is-equal-secret.ts'

export const FILES_PATH = '/files/'

export interface AddressClaim {
  readonly key: string
  readonly expiresAtMs: number
  readonly downloadName?: string
}

export interface AddressSigner {
  /** A path on this origin, with its query. */
  sign(claim: AddressClaim): string
  /** The claim when the signature is ours and the end lies ahead of `nowMs`; otherwise undefined. */
  verify(url: URL, nowMs: number): AddressClaim | undefined
}

/** Signatures by `previousSecret` are valid until they expire. */
export function createAddressSigner(secret: string, previousSecret?: string): AddressSigner {
  const signingKey = signingKeyOf(secret)
  const keys = [signingKey, ...(previousSecret ? [signingKeyOf(previousSecret)] : [])]
  const signatureOf = (claim: AddressClaim, key = signingKey) =>
    createHmac('sha256', key)
      .update(JSON.stringify([claim.key, claim.expiresAtMs, claim.downloadName ?? null]))
      .digest()
  return {
    sign: (claim) => {
      const query = new URLSearchParams({ expires: String(claim.expiresAtMs) })
      query.set('signature', signatureOf(claim).toString('base64url'))
      if (claim.downloadName !== undefined) query.set('name', claim.downloadName)
      return `${FILES_PATH}${claim.key.split('/').map(encodeURIComponent).join('/')}?${query}`
    },
    verify: (url, nowMs) => {
      const claim = claimOf(url)
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url')
      if (!claim || claim.expiresAtMs <= nowMs) return undefined
      return keys.some((key) => isEqualSecret(given, signatureOf(claim, key))) ? claim : undefined
    },
  }
}

/** A key of its own, so that a signature for files proves nothing elsewhere. */
const signingKeyOf = (secret: string): Buffer =>
  createHmac('sha256', secret).update('huanying signed file addresses').digest()

function claimOf(url: URL): AddressClaim | undefined {
  const expires = url.searchParams.get('expires') ?? ''
  if (!url.pathname.startsWith(FILES_PATH) || !/^\d{1,16}$/.test(expires)) return undefined
  try {
    const key = url.pathname.slice(FILES_PATH.length).split('/').map(decodeURIComponent).join('/')
    return { key, expiresAtMs: Number(expires), downloadName: url.searchParams.get('name') ?? undefined }
  } catch {
    return undefined // a broken percent sign
  }
}
