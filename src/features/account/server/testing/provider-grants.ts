// What the emulated provider remembers between its page and its calls. A code is good once, for the client, the way back and the challenge for which it
// was made; a token belongs to the person who agreed.
import { createHash, randomBytes } from 'node:crypto'

export const EMULATOR_CLIENT = { clientId: 'client-of-tests', clientSecret: 'secret-of-tests' }
/** As an operator registers it (docs/operate.md), on whatever host the service of a test runs. */
const REGISTERED = /^https?:\/\/[^/]+\/api\/auth\/callback\/(google|github)$/

export interface Person {
  readonly id: string
  /** Empty for somebody who gives the service no address. */
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  /** Address of the picture; without one the emulator's own, which it counts. */
  readonly picture?: string
}

export interface Grant {
  readonly person: Person
  readonly redirectUri: string
  readonly challenge: string | null
  readonly nonce: string | null
  readonly scopes: readonly string[]
  isUsed: boolean
}
/** Refusal of a call; each provider words them differently. */
export type Refusal = 'client' | 'code' | 'used-code' | 'redirect-uri' | 'verifier' | 'token' | 'scope'
export interface Grants {
  readonly codes: Map<string, Grant>
  readonly tokens: Map<string, Grant>
  readonly refusals: Refusal[]
}

/** The error that the page shows instead of asking for consent. */
export function problemOf(asked: URLSearchParams): string | undefined {
  if (asked.get('client_id') !== EMULATOR_CLIENT.clientId) return 'invalid_client'
  if (!REGISTERED.test(asked.get('redirect_uri') ?? '')) return 'redirect_uri_mismatch'
  if (asked.get('response_type') !== 'code') return 'unsupported_response_type'
  if (asked.has('code_challenge') && asked.get('code_challenge_method') !== 'S256') return 'invalid_request'
  return undefined
}

export function newCode({ codes }: Grants, person: Person, asked: URLSearchParams): string {
  const code = randomBytes(16).toString('hex')
  codes.set(code, {
    person,
    redirectUri: asked.get('redirect_uri')!,
    challenge: asked.get('code_challenge'),
    nonce: asked.get('nonce'),
    scopes: (asked.get('scope') ?? '').split(' '),
    isUsed: false,
  })
  return code
}

/** A code becomes a token. */
export function redeem({ codes, tokens }: Grants, asked: URLSearchParams): Refusal | { token: string; grant: Grant } {
  const { clientId, clientSecret } = EMULATOR_CLIENT
  if (asked.get('client_id') !== clientId || asked.get('client_secret') !== clientSecret) return 'client'
  const grant = codes.get(asked.get('code') ?? '')
  if (!grant) return 'code'
  if (grant.isUsed) return 'used-code'
  if (asked.get('redirect_uri') !== grant.redirectUri) return 'redirect-uri'
  if (grant.challenge !== null && challengeOf(asked.get('code_verifier') ?? '') !== grant.challenge) return 'verifier'
  grant.isUsed = true
  const token = randomBytes(32).toString('base64url')
  tokens.set(token, grant)
  return { token, grant }
}
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** What the bearer of this header may see. */
export const grantOf = ({ tokens }: Grants, authorization: string | undefined): Grant | undefined =>
  tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
