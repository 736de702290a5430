// The account's calls that every page needs (document 1 §7 "Auth"; U-06): session, profile, sign-out. Whatever only some
// pages call stands in auth-calls.ts, and the codes of refusals, loaded with the first one, in auth-codes.ts.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink, openLink } from '#platform/web/http/api-link.ts'
import { loadErrorTexts } from '#platform/web/http/error-message.ts'
import { http } from '#platform/web/http/http-helper.ts'
import { repeatCall } from '#platform/web/http/repeat-call.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { DELETION_UNDONE_TEXT } from '#rulebook/account/auth-state.ts'
import type { ErrorCode } from '#rulebook/errors/errors.ts'
import { PROCESSING_ERRORS } from '#rulebook/runs/provider-failures.ts'
import { HTTP_TIMEOUT_MS } from '#rulebook/site/timing.ts'
import type { accountContract } from '../../contract.ts'
import type { AuthPort } from './auth-port.ts'
import { within } from './auth-state.ts'

type AccountClient = ContractRouterClient<typeof accountContract>
/** For the signed-in user. */
export const accountClient: AccountClient = apiClient(apiLink, ['account'])
/** Without a token: what visitors may ask, and the exchange of the cookie for a token. */
export const openAccountClient: AccountClient = apiClient(openLink, ['account'])

/** A refusal of an auth route, with a code of our register. */
export class AuthCallError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly answer: unknown

  constructor(code: ErrorCode, status: number, answer?: unknown) {
    super(code)
    this.name = 'AuthCallError'
    this.code = code
    this.status = status
    this.answer = answer
  }
}

export const authPort: AuthPort = {
  getSession: async () => {
    const session = await answered(repeatCall(() => openAccountClient.session()))
    if (session?.deletion_undone) notifySuccess(DELETION_UNDONE_TEXT)
    return session
  },
  getProfile: () => answered(repeatCall(() => accountClient.profile.get())),
  signOut: async () => void (await post('/sign-out', {}, { keepalive: true })),
}

/** A request that hangs must not keep the next one from being sent. */
export const answered = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  within(call, HTTP_TIMEOUT_MS, PROCESSING_ERRORS['network-failed'])

interface PostOptions {
  readonly keepalive?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One of the auth routes; throws AuthCallError. `keepalive` finishes a request whose page goes away: who signs out and types another
 * address is signed out.
 */
export async function post(path: string, body: unknown, options: PostOptions = {}): Promise<unknown> {
  const response = await http.post(`/api/auth${path}`, body, { isOpen: true, ...options })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw await refusalOf(response.status, answer)
  // Every way in by password or phone may end here: nobody is signed in yet.
  if ((answer as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect)
    throw new AuthCallError('two-factor-needed', response.status)
  return answer
}

/** Without a network the general text is said. */
async function refusalOf(status: number, answer: unknown): Promise<AuthCallError> {
  const loaded = Promise.all([import('./auth-codes.ts'), loadErrorTexts()])
  const code = await loaded.then(
    ([{ registerCodeOf }]) => registerCodeOf(status, answer),
    () => 'unexpected' as const,
  )
  return new AuthCallError(code, status, answer)
}
