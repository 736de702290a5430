// /auth/register (document 1 §2, §4, §5, §8; C-22, C-24, C-25, C-33, U-11, U-44).
import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { REGISTER_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { REGISTER_REDIRECT_MS, SIGN_UP_TEXTS } from '#rulebook/account/sign-up.ts'
import { FREE_SIGN_UP_CREDITS } from '#rulebook/credits/credits.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { AccountSuggestion } from '../../contract.ts'
import { type LoginPageState, SIGN_UP_RETURN, withRedirect } from '../session/auth-addresses.ts'
import { type LoginProvider, signInWithProvider } from '../session/auth-calls.ts'
import { authStore } from '../session/auth-store.ts'
import { useOptionsAnswered } from '../session/use-account-options.ts'
import { useForwardSignedIn } from '../session/use-forward-signed-in.ts'
import { AccountExistsBox } from './account-exists-box.tsx'
import { AuthCard, ErrorBox, NoticeBox } from './auth-card.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { registerAccount } from './register-account.ts'
import { RegisterForm } from './register-form.tsx'

type Outcome =
  | { readonly kind: 'done'; readonly text: string; readonly login?: LoginPageState }
  | { readonly kind: 'exists'; readonly email: string; readonly suggestions: readonly AccountSuggestion[] }
  | { readonly kind: 'failed'; readonly text: string }

export function RegisterPage() {
  const [query] = useSearchParams()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isLoading, setLoading] = useState(false)
  const redirect = query.get('redirect')
  const isWaiting = !useOptionsAnswered()
  useForwardSignedIn(isLoading || outcome?.kind === 'done')
  useLoginAfter(outcome?.kind === 'done' ? outcome : undefined, withRedirect(PATHS.login, redirect))

  const startProvider = (provider: LoginProvider) =>
    signInWithProvider(provider, SIGN_UP_RETURN).catch((error) =>
      setOutcome({ kind: 'failed', text: providerFailureText(error) }),
    )
  const submit = async (email: string, password: string) => {
    setLoading(true)
    setOutcome(await register(email, password))
    setLoading(false)
  }

  return (
    <AuthCard
      isWaiting={isWaiting}
      title={REGISTER_PAGE_TEXTS.title}
      lead={fillText(REGISTER_PAGE_TEXTS.lead, { n: FREE_SIGN_UP_CREDITS })}
      footer={
        outcome?.kind !== 'done' && (
          <>
            {REGISTER_PAGE_TEXTS.hasAccount}
            <Anchor component={Link} to={withRedirect(PATHS.login, redirect)} size="sm">
              {REGISTER_PAGE_TEXTS.toLogin}
            </Anchor>
          </>
        )
      }
    >
      {outcome?.kind === 'done' ? (
        <NoticeBox text={`${outcome.text} ${REGISTER_PAGE_TEXTS.leaving}`} />
      ) : (
        <>
          <ProviderButtons isSignUp onChoose={startProvider} />
          <RegisterForm isLoading={isLoading} onSubmit={submit}>
            {outcome?.kind === 'exists' && (
              <AccountExistsBox
                email={outcome.email}
                suggestions={outcome.suggestions}
                redirect={redirect}
                onProvider={startProvider}
              />
            )}
            <ErrorBox text={outcome?.kind === 'failed' ? outcome.text : undefined} />
          </RegisterForm>
        </>
      )}
    </AuthCard>
  )
}

/** The toast speaks of the mailbox only when an email is on its way; otherwise the page alone says it (C-22). */
async function register(email: string, password: string): Promise<Outcome> {
  try {
    const answer = await registerAccount(email, password)
    if (answer.kind === 'exists') return { kind: 'exists', email, suggestions: answer.suggestions }
    if (answer.kind === 'verify') {
      notifySuccess(SIGN_UP_TEXTS.verificationToast)
      return { kind: 'done', text: SIGN_UP_TEXTS.verificationPage, login: { email, isProofSent: true } }
    }
    await authStore.signedIn()
    return { kind: 'done', text: SIGN_UP_TEXTS.done }
  } catch (error) {
    return { kind: 'failed', text: messageFromRegister(error, ACTIONS.register) }
  }
}

/** Not configured is said as such; everything else is the documents' failure text. */
const providerFailureText = (error: unknown): string =>
  messageFromRegister({
    code: codeOf(error) === 'provider-not-configured' ? 'provider-not-configured' : 'sign-up-failed',
  })

/** What the login page is told. */
function useLoginAfter(done: { readonly login?: LoginPageState } | undefined, address: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate(address, { state: done.login }), REGISTER_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [done, address, navigate])
}
