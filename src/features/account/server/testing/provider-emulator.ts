// An OpenID Connect provider (as Google) and a plain OAuth one (as GitHub) on a local port, for tests: they sign in whoever `person`
// says. A browser gets a page that asks for consent; tests without one go past it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import sharp from 'sharp'

export interface Person {
  readonly id: string
  /** Empty for somebody who gives the service no address. */
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
  /** Address of the picture; without one the emulator's own, which it counts. */
  readonly picture?: string
}

export interface ProviderEmulator {
  readonly origin: string
  person: Person
  /** What the authorization request carried; the emulator puts it into the id token. */
  nonce: string | undefined
  /** How often a picture was asked for. */
  pictureCalls: number
  close(): Promise<void>
}

const PICTURE_PATH = '/picture/'
const CLIENT_ID = 'client-of-tests'
export const EMULATOR_CLIENT = { clientId: CLIENT_ID, clientSecret: 'secret-of-tests' }

export async function startProviderEmulator(person: Person): Promise<ProviderEmulator> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => discoveryOf(emulator.origin),
    '/jwks': () => ({ keys: [key] }),
    '/token': async () => ({
      access_token: 'provider-token',
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await new SignJWT(claimsOf(emulator, emulator.nonce))
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer(emulator.origin)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    }),
    '/userinfo': () => claimsOf(emulator, undefined),
    '/github-token': () => ({ access_token: 'provider-token', token_type: 'bearer' }),
    '/user': () => ({
      id: Number(emulator.person.id),
      login: 'login',
      name: emulator.person.name,
      avatar_url: pictureOf(emulator),
    }),
    '/user/emails': () => addressesOf(emulator.person),
  }
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', emulator.origin)
    if (address.pathname.startsWith(PICTURE_PATH)) return void sendPicture(emulator, response)
    if (address.pathname !== '/authorize') return void answer(answers, request, response)
    emulator.nonce = address.searchParams.get('nonce') ?? undefined
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(consentPage(emulator.person, address.searchParams))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const emulator: ProviderEmulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person,
    nonce: undefined,
    pictureCalls: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return emulator
}

async function sendPicture(emulator: ProviderEmulator, response: ServerResponse): Promise<void> {
  emulator.pictureCalls += 1
  const picture = sharp({ create: { width: 96, height: 96, channels: 3, background: '#e8710a' } })
  response.setHeader('content-type', 'image/png').end(await picture.png().toBuffer())
}

async function answer(answers: Record<string, () => unknown>, request: IncomingMessage, response: ServerResponse) {
  const make = answers[new URL(request.url ?? '/', 'http://x').pathname]
  response.setHeader('content-type', 'application/json')
  response.statusCode = make ? 200 : 404
  response.end(JSON.stringify((await make?.()) ?? null))
}

/** Links back to the service: agreed, cancelled, and agreed for a request that nobody made. */
function consentPage({ name, email }: Person, asked: URLSearchParams): string {
  const back = (answer: Record<string, string>) =>
    `${asked.get('redirect_uri')}?${new URLSearchParams({ state: asked.get('state') ?? '', ...answer })}`.replaceAll(
      '&',
      '&amp;',
    )
  return `<!doctype html><link rel="icon" href="data:,"><title>Consent</title><h1>${name} &lt;${email}&gt;</h1>
<a href="${back({ code: 'code' })}">Allow</a> <a href="${back({ error: 'access_denied' })}">Cancel</a>
<a href="${back({ code: 'code', state: 'made-up' })}">Allow with a foreign state</a>`
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
})

const addressesOf = ({ email, emailVerified }: Person) =>
  email === ''
    ? []
    : [
        { email: 'second@example.com', primary: false, verified: true },
        { email, primary: true, verified: emailVerified },
      ]

const pictureOf = ({ origin, person }: ProviderEmulator): string =>
  person.picture ?? `${origin}${PICTURE_PATH}${person.id}`

const claimsOf = ({ person, ...emulator }: ProviderEmulator, nonce: string | undefined) => ({
  sub: person.id,
  ...(person.email === '' ? {} : { email: person.email, email_verified: person.emailVerified }),
  name: person.name,
  picture: pictureOf({ person, ...emulator }),
  ...(nonce ? { nonce } : {}),
})
