// An OpenID Connect provider (as Google) and a plain OAuth one (as GitHub) on a local port, for tests: they sign in whoever `person` is when the page asks
// for consent. What they check: client and secret, the registered way back, PKCE, the code (once, for what it was made for), the bearer of each call and
// its scopes. A browser gets the page; tests without one read its links (answer-as-provider.ts).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import sharp from 'sharp'
import { type Call, githubCalls, googleCalls } from './provider-calls.ts'
import { EMULATOR_CLIENT, type Grants, newCode, type Person, problemOf, type Refusal } from './provider-grants.ts'

export interface ProviderEmulator {
  readonly origin: string
  person: Person
  /** How often a picture was asked for. */
  pictureCalls: number
  /** Refusals of the calls, one each. */
  readonly refusals: readonly Refusal[]
  close(): Promise<void>
}

const PICTURE_PATH = '/picture/'

export async function startProviderEmulator(person: Person): Promise<ProviderEmulator> {
  const grants: Grants = { codes: new Map(), tokens: new Map(), refusals: [] }
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const telling = {
    pictureOf: ({ picture, id }: Person) => picture ?? `${emulator.origin}${PICTURE_PATH}${id}`,
    sign: (claims: Record<string, unknown>) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer(emulator.origin)
        .setAudience(EMULATOR_CLIENT.clientId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
  }
  const calls: Record<string, Call> = {
    '/.well-known/openid-configuration': () => ({ body: discoveryOf(emulator.origin) }),
    '/jwks': () => ({ body: { keys: [key] } }),
    ...googleCalls(grants, telling),
    ...githubCalls(grants, telling),
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', emulator.origin)
    if (pathname.startsWith(PICTURE_PATH)) return void sendPicture(emulator, response)
    if (pathname === '/authorize') return sendPage(grants, emulator.person, searchParams, response)
    void answer(calls[pathname], request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const emulator: ProviderEmulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person,
    pictureCalls: 0,
    refusals: grants.refusals,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return emulator
}

async function sendPicture(emulator: ProviderEmulator, response: ServerResponse): Promise<void> {
  emulator.pictureCalls += 1
  const picture = sharp({ create: { width: 96, height: 96, channels: 3, background: '#e8710a' } })
  response.setHeader('content-type', 'image/png').end(await picture.png().toBuffer())
}

async function answer(call: Call | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status = 200, body, isForm } = (await call?.(request)) ?? { status: 404, body: {} }
  response.statusCode = status
  response.setHeader('content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json')
  response.end(isForm ? new URLSearchParams(Object.entries(body)).toString() : JSON.stringify(body))
}

function sendPage(grants: Grants, person: Person, asked: URLSearchParams, response: ServerResponse): void {
  const problem = problemOf(asked)
  response.statusCode = problem ? 400 : 200
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(problem ? `<!doctype html><title>Error</title><h1>${problem}</h1>` : consentPage(grants, person, asked))
}

/** Links back to the service: agreed, cancelled, and agreed for a request that nobody made. */
function consentPage(grants: Grants, person: Person, asked: URLSearchParams): string {
  const code = newCode(grants, person, asked)
  const back = (answer: Record<string, string>) =>
    `${asked.get('redirect_uri')}?${new URLSearchParams({ state: asked.get('state') ?? '', ...answer })}`.replaceAll(
      '&',
      '&amp;',
    )
  return `<!doctype html><link rel="icon" href="data:,"><title>Consent</title><h1>${person.name} &lt;${person.email}&gt;</h1>
<a href="${back({ code })}">Allow</a> <a href="${back({ error: 'access_denied' })}">Cancel</a>
<a href="${back({ code, state: 'made-up' })}">Allow with a foreign state</a>`
}

const discoveryOf = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/jwks`,
  userinfo_endpoint: `${origin}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
})
