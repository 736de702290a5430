// A browser of an attack over HTTP: its own cookies and its own network address (through a trusted proxy), at one running service.

import { agreeAsPerson } from '#features/account/server/testing/answer-as-provider.ts'
import type { ProviderEmulator } from '#features/account/server/testing/provider-emulator.ts'
import type { Person } from '#features/account/server/testing/provider-grants.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'

export interface BrowserAnswer {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
  readonly location: string | null
}

export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #origin: string
  readonly #publicOrigin: string
  readonly #address: string

  constructor(place: { origin: string; publicOrigin: string; address?: string }) {
    this.#origin = place.origin
    this.#publicOrigin = place.publicOrigin
    this.#address = place.address ?? '198.51.100.1'
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<BrowserAnswer> {
    return this.#send(path, { method: 'POST', body: JSON.stringify(body) }, headers)
  }

  /** Follows no redirect; the target is in `location`. */
  get(path: string, headers: Record<string, string> = {}): Promise<BrowserAnswer> {
    return this.#send(path, { redirect: 'manual' }, headers)
  }

  signUp(email: string, password: string): Promise<BrowserAnswer> {
    return this.post('/api/auth/sign-up/email', { email, password, name: '', acceptedTerms: TERMS_VERSION })
  }

  signIn(email: string, password: string): Promise<BrowserAnswer> {
    return this.post('/api/auth/sign-in/email', { email, password })
  }

  /** Opens a link of an email. */
  open(link: string): Promise<BrowserAnswer> {
    const { pathname, search } = new URL(link)
    return this.get(pathname + search)
  }

  /** The access token of the signed-in user, or undefined. */
  async token(): Promise<string | undefined> {
    const { body } = await this.post('/api/v1/account/session')
    return (body as { access_token?: string } | null)?.access_token
  }

  async userId(): Promise<string | undefined> {
    const { body } = await this.post('/api/v1/account/session')
    return (body as { user?: { id: string } } | null)?.user?.id
  }

  /** Through a provider as this person; answers where the service leads in the end. */
  async signInWith(emulator: ProviderEmulator, provider: 'google' | 'github', person: Person): Promise<string> {
    const callbackURL = '/auth/callback'
    const start = await this.post('/api/auth/sign-in/social', { provider, callbackURL, errorCallbackURL: callbackURL })
    return this.answerProvider(emulator, (start.body as { url: string }).url, person)
  }

  async answerProvider(emulator: ProviderEmulator, address: string, person: Person): Promise<string> {
    const { pathname, search } = await agreeAsPerson(emulator, address, person)
    const { location, status } = await this.get(pathname + search)
    return location ?? `status ${status}`
  }

  async #send(path: string, init: RequestInit, headers: Record<string, string>): Promise<BrowserAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(this.#origin + path, {
      ...init,
      headers: {
        apikey: 'huanying-web',
        'content-type': 'application/json',
        origin: this.#publicOrigin,
        'x-forwarded-for': this.#address,
        ...(cookie && { cookie }),
        ...headers,
      },
    })
    this.#keepCookies(answer.headers.getSetCookie())
    const text = await answer.text()
    const body = parsed(text)
    const code = (body as { code?: string } | null)?.code
    return { status: answer.status, code, body, location: answer.headers.get('location') }
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line) || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
