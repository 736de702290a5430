// The calls of passkeys and the browser's part of them. What talks to the authenticator is loaded with the first use.
import type { ContractRouterClient } from '@orpc/contract'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { apiClient } from '#platform/web/http/api-client.ts'
import { http } from '#platform/web/http/http-helper.ts'
import { provingLink } from '#platform/web/http/proof-request.ts'
import type { ErrorCode } from '#rulebook/errors/errors.ts'
import type { Passkeys, passkeyContract } from '../../contract.ts'
import { AuthCallError, post } from '../session/auth-api.ts'

export const passkeyClient: ContractRouterClient<typeof passkeyContract> = apiClient(provingLink, ['passkeys'])
export const PASSKEYS_KEY = ['account', 'passkeys']

/** False where the page did not come over TLS (or from this machine), or the browser is too old. */
export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Signs in; throws AuthCallError, also when the person cancels. */
export async function signInWithPasskey(): Promise<void> {
  const answer = await http.get('/api/auth/passkey/generate-authenticate-options', { isOpen: true })
  if (!answer.ok) throw new AuthCallError('passkey-failed', answer.status)
  const optionsJSON = (await answer.json()) as PublicKeyCredentialRequestOptionsJSON
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON }).catch(refuse)
  await post('/passkey/verify-authentication', { response })
}

/** Adds this device; `password` as the proof of the owner, undefined where the account has none. */
export async function addPasskey(password: string | undefined): Promise<Passkeys> {
  const begun = await passkeyClient.begin(password === undefined ? {} : { password })
  const optionsJSON = begun as unknown as PublicKeyCredentialCreationOptionsJSON
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON }).catch(refuse)
  return passkeyClient.add({ response: { ...response } })
}

/** By the names that WebAuthn gives its refusals. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  NotAllowedError: 'passkey-cancelled',
  AbortError: 'passkey-cancelled',
  InvalidStateError: 'passkey-known',
  SecurityError: 'passkey-unsupported',
  NotSupportedError: 'passkey-unsupported',
}
function refuse(error: unknown): never {
  throw new AuthCallError((error instanceof Error && REFUSALS[error.name]) || 'passkey-failed', 0)
}
