// The calls of the two emulated providers, each with its own answers and words of refusal. Google says no with a status; GitHub's token call says it with
// status 200, and answers with a form unless JSON is asked for.
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Grant, type Grants, grantOf, type Person, type Refusal, redeem } from './provider-grants.ts'

export interface Reply {
  readonly status?: number
  readonly body: object
  readonly isForm?: boolean
}
export type Call = (request: IncomingMessage) => Promise<Reply> | Reply

/** What the calls need of the emulator. */
export interface EmulatorParts {
  pictureOf(person: Person): string
  /** The id token with these claims. */
  sign(claims: Record<string, unknown>): Promise<string>
}

const formOf = async (request: IncomingMessage) => new URLSearchParams(await text(request))

/** Says no, and remembers it. */
const refusing =
  (grants: Grants, wordsOf: (refusal: Refusal) => Reply) =>
  (refusal: Refusal): Reply => {
    grants.refusals.push(refusal)
    return wordsOf(refusal)
  }

export function googleCalls(grants: Grants, parts: EmulatorParts): Record<string, Call> {
  const refuse = refusing(grants, (refusal) => {
    const [status, error, words] = GOOGLE_WORDS[refusal] ?? [400, 'invalid_grant', 'Bad Request']
    return { status, body: { error, error_description: words } }
  })
  const claimsOf = ({ person, scopes }: Grant) => ({
    sub: person.id,
    ...(scopes.includes('email') && person.email !== ''
      ? { email: person.email, email_verified: person.emailVerified }
      : {}),
    ...(scopes.includes('profile') ? { name: person.name, picture: parts.pictureOf(person) } : {}),
  })
  return {
    '/token': async (request) => {
      const redeemed = redeem(grants, await formOf(request))
      if (typeof redeemed === 'string') return refuse(redeemed)
      const { token, grant } = redeemed
      const idToken = await parts.sign({ ...claimsOf(grant), ...(grant.nonce ? { nonce: grant.nonce } : {}) })
      const scope = grant.scopes.join(' ')
      return { body: { access_token: token, token_type: 'Bearer', expires_in: 3599, scope, id_token: idToken } }
    },
    '/userinfo': ({ headers }) => {
      const grant = grantOf(grants, headers.authorization)
      return grant ? { body: claimsOf(grant) } : refuse('token')
    },
  }
}
const GOOGLE_WORDS: Partial<Record<Refusal, readonly [number, string, string]>> = {
  client: [401, 'invalid_client', 'Unauthorized'],
  'redirect-uri': [400, 'redirect_uri_mismatch', 'Bad Request'],
  token: [401, 'invalid_request', 'Invalid Credentials'],
}

export function githubCalls(grants: Grants, { pictureOf }: EmulatorParts): Record<string, Call> {
  const refuse = refusing(grants, (refusal) => GITHUB_WORDS[refusal] ?? BAD_CODE)
  return {
    '/github-token': async (request) => {
      const isForm = !/\bjson\b/.test(request.headers.accept ?? '')
      const redeemed = redeem(grants, await formOf(request))
      if (typeof redeemed === 'string') return { ...refuse(redeemed), isForm }
      const scope = redeemed.grant.scopes.join(',')
      return { body: { access_token: redeemed.token, token_type: 'bearer', scope }, isForm }
    },
    '/user': ({ headers }) => {
      const grant = grantOf(grants, headers.authorization)
      if (!grant) return refuse('token')
      const { id, name } = grant.person
      return { body: { id: Number(id), login: 'login', name, avatar_url: pictureOf(grant.person) } }
    },
    '/user/emails': ({ headers }) => {
      const grant = grantOf(grants, headers.authorization)
      if (!grant) return refuse('token')
      return grant.scopes.includes('user:email') ? { body: addressesOf(grant.person) } : refuse('scope')
    },
  }
}
const BAD_CODE: Reply = {
  body: { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
}
const GITHUB_WORDS: Partial<Record<Refusal, Reply>> = {
  client: {
    body: {
      error: 'incorrect_client_credentials',
      error_description: 'The client_id and/or client_secret passed are incorrect.',
    },
  },
  'redirect-uri': {
    body: {
      error: 'redirect_uri_mismatch',
      error_description: 'The redirect_uri MUST match the registered callback URL for this application.',
    },
  },
  token: { status: 401, body: { message: 'Bad credentials', status: '401' } },
  scope: { status: 404, body: { message: 'Not Found', status: '404' } },
}

const addressesOf = ({ email, emailVerified }: Person) =>
  email === ''
    ? []
    : [
        { email: 'second@example.com', primary: false, verified: true },
        { email, primary: true, verified: emailVerified },
      ]
