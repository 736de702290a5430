// The account routes and procedures behind a request, on a fresh database, for tests: no port is opened.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { describeError } from '#platform/server/http/error-response.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { createLog, type Log } from '#platform/server/log.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import { toPeopleWithAddress } from '#platform/server/mail/people-with-address.ts'
import type { SmsSender } from '#platform/server/sms/sms-sender.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { tempRootIn } from '#platform/server/temp-folder.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { statusOfError } from '#rulebook/errors/error-statuses.ts'
import { type ErrorCode, isErrorCode } from '#rulebook/errors/errors.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import type { AccountSettings } from '../account-base.ts'
import { type Accounts, createAccounts } from '../accounts.ts'

export const TEST_ORIGIN = 'http://service.test'
export const TEST_SECRET = 'a secret of tests that is long enough'

export interface TestAccounts {
  readonly accounts: Accounts
  readonly database: Database
  readonly emails: EmailMessage[]
  /** Ids in the order in which free credits were asked for. */
  readonly granted: string[]
  readonly clock: { nowMs: number } & Clock
  /** A browser with its own cookies and address. */
  openBrowser(address?: string): TestBrowser
  close(): Promise<void>
}
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

export interface TestAccountsOptions {
  readonly mailDelivers?: boolean
  readonly settings?: Partial<AccountSettings>
  readonly sms?: SmsSender
  readonly log?: Log
}

export async function openTestAccounts({
  mailDelivers = false,
  settings,
  sms,
  log = createLog('silent'),
}: TestAccountsOptions = {}): Promise<TestAccounts> {
  const database = await openTestDatabase()
  const emails: EmailMessage[] = []
  const granted: string[] = []
  const clock = { nowMs: Date.now(), now: () => new Date(clock.nowMs) }
  const folder = await mkdtemp(join(tmpdir(), 'huanying-accounts-'))
  const storage = await openFolderStorage(folder, createAddressSigner(TEST_SECRET), clock)
  const accounts = createAccounts({
    database,
    storage,
    engine: { drawSquare: () => Promise.reject(new Error('this test brings no engine')) },
    tempRoot: tempRootIn(folder),
    clock,
    log,
    sms,
    mailer: toPeopleWithAddress({ delivers: mailDelivers, send: async (message) => void emails.push(message) }),
    settings: {
      publicOrigin: TEST_ORIGIN,
      productName: DEFAULT_PRODUCT_NAME,
      secret: TEST_SECRET,
      publicApiKey: 'test-key',
      google: undefined,
      github: undefined,
      wechat: undefined,
      avatarGeneratorUrl: undefined,
      signUpWall: [],
      timeZone: 'Asia/Shanghai',
      startupAdminEmail: undefined,
      ...settings,
    },
    onSignUp: (userId) => grantFive(database, granted, userId),
    noteAdminChange: async () => {},
    owned: [],
  })
  let opened = 0
  return {
    accounts,
    database,
    emails,
    granted,
    clock,
    openBrowser: (address = `10.0.0.${++opened}`) => new TestBrowser(accounts, address),
    close: async () => {
      await accounts.stop()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Stands for the credits feature, which lies to the right of this one: the same once-only ledger entry. */
async function grantFive(database: Database, granted: string[], userId: string): Promise<void> {
  granted.push(userId)
  await database.query(
    `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'grant', 5, 5, 'sign-up') on conflict do nothing`,
    [userId],
  )
}

export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #accounts: Accounts
  readonly #address: string
  readonly #procedures: RPCHandler<object>

  constructor(accounts: Accounts, address: string) {
    this.#accounts = accounts
    this.#address = address
    this.#procedures = new RPCHandler(
      {
        ...accounts.router,
        loginMethods: accounts.loginMethodRouter,
        passkeys: accounts.passkeyRouter,
        merge: accounts.mergeRouter,
      },
      {
        plugins: [new ResponseHeadersPlugin()],
        clientInterceptors: [asServiceAnswer],
      },
    )
  }

  /** One of Better Auth's routes. */
  async auth(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const request = this.#request(`/api/auth${path}`, body, headers)
    return this.#answer(await this.#accounts.authHandler(request, this.#address).catch(asHttpAnswer))
  }

  /** One of our procedures, as the browser's link sends it. */
  async call(name: string, input?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const request = this.#request(`/api/rpc/${name}`, { json: input }, headers)
    const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '')
    try {
      const caller = bearer ? await this.#accounts.verifyAccessToken(bearer) : null
      const context = {
        userId: caller?.userId ?? null,
        signInId: caller?.signInId ?? null,
        requestId: 'test',
        clientAddress: this.#address,
        userAgent: null,
        headers: request.headers,
        signal: request.signal,
        countCall: async () => {},
      }
      const { response } = await this.#procedures.handle(request, { prefix: '/api/rpc', context })
      const answer = await this.#answer(response!)
      return { ...answer, body: (answer.body as { json?: unknown } | undefined)?.json }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { status: statusOfError(error.code as ErrorCode), body: { code: error.code }, headers: new Headers() }
    }
  }

  async signUp(email: string, password = 'lamp-1734'): Promise<Answer> {
    return this.auth('/sign-up/email', { email, password, name: '', acceptedTerms: TERMS_VERSION })
  }

  async signIn(email: string, password = 'lamp-1734'): Promise<Answer> {
    return this.auth('/sign-in/email', { email, password })
  }

  /** A fresh access token of whoever holds this browser's cookie. */
  async token(): Promise<string> {
    const { body } = await this.call('session')
    return (body as { access_token: string }).access_token
  }

  #request(path: string, body: unknown, headers: Record<string, string>): Request {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Request(TEST_ORIGIN + path, {
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        origin: TEST_ORIGIN,
        host: new URL(TEST_ORIGIN).host,
        'content-type': 'application/json',
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
    })
  }

  async #answer(response: Response): Promise<Answer> {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (/max-age=0/i.test(line) || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: parse(text), headers: response.headers }
  }
}

/** As the HTTP layer does. */
function asHttpAnswer(error: unknown): Response {
  const { status, body } = describeError(error, 'test')
  return Response.json(body, { status })
}

/** As the HTTP layer does: a refusal keeps its code. */
async function asServiceAnswer<Result>(options: { next(): Promise<Result> }): Promise<Result> {
  try {
    return await options.next()
  } catch (error) {
    if (!(error instanceof ServiceError) || !isErrorCode(error.code)) throw error
    throw new ORPCError(error.code, { status: statusOfError(error.code), data: error.data })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
