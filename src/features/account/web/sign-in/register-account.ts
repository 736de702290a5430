// Registration as one step: asks first whether the address is taken, because the server's own answer to a taken address stays
// silent once mails are sent (U-44; document 1 §2 "/auth/register").
import type { AccountSuggestion } from '../../contract.ts'
import { AuthCallError, openAccountClient } from '../session/auth-api.ts'
import { signUpWithPassword } from '../session/auth-calls.ts'

export type RegistrationOutcome =
  | { readonly kind: 'signed-in' }
  /** An email with a link is on its way. */
  | { readonly kind: 'verify' }
  | { readonly kind: 'exists'; readonly suggestions: readonly AccountSuggestion[] }

export async function registerAccount(email: string, password: string): Promise<RegistrationOutcome> {
  const known = await suggestionsOf(email)
  if (known.exists) return { kind: 'exists', suggestions: known.suggestions }
  try {
    const { isSignedIn } = await signUpWithPassword(email, password)
    return { kind: isSignedIn ? 'signed-in' : 'verify' }
  } catch (error) {
    if (!(error instanceof AuthCallError) || error.code !== 'email-taken') throw error
    return { kind: 'exists', suggestions: known.suggestions }
  }
}

/** The check is rate-limited per address; above the limit one can still register. */
const suggestionsOf = (email: string): Promise<{ exists: boolean; suggestions: AccountSuggestion[] }> =>
  openAccountClient.suggestions({ email }).catch(() => ({ exists: false, suggestions: [] }))
