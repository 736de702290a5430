// The calls of two-factor sign-in and of its section (server/two-factor/two-factor.ts).
import { http } from '#platform/web/http/http-helper.ts'
import { withProof } from '#platform/web/http/proof-request.ts'
import { AuthCallError, post } from '../session/auth-api.ts'

export interface TwoFactorStatus {
  /** False without a password: there is nothing to add a second factor to. */
  readonly available: boolean
  readonly enabled: boolean
  readonly codesLeft: number
}

export async function twoFactorStatus(signal: AbortSignal): Promise<TwoFactorStatus> {
  const response = await http.get('/api/auth/two-factor/status', { isOpen: true, signal })
  if (!response.ok) throw new AuthCallError('unexpected', response.status)
  return (await response.json()) as TwoFactorStatus
}

/** Nothing is switched on before `confirmTwoFactor`. */
export const beginTwoFactor = async (password: string) =>
  (await withProof(() => post('/two-factor/enable', { password }))) as {
    readonly totpURI: string
    readonly backupCodes: string[]
  }

export const confirmTwoFactor = (code: string) => post('/two-factor/verify-totp', { code })

/** `code` of the app, or a recovery code. */
export const endTwoFactor = (password: string, code: string) => post('/two-factor/disable', { password, code })

export async function newRecoveryCodes(password: string, code: string): Promise<readonly string[]> {
  const answer = await post('/two-factor/generate-backup-codes', { password, code })
  return (answer as { backupCodes: string[] }).backupCodes
}

/** The second step of a sign-in; afterwards this browser has its session. */
export const signInWithCode = (code: string, isRecovery: boolean, trustDevice: boolean) =>
  post(isRecovery ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp', { code, trustDevice })
