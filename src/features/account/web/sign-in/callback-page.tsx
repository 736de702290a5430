// /auth/callback (document 1 §2, §8, §9; C-21, C-26, C-38, U-59): return point for email links and provider sign-in.
import { Anchor, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { waitFor } from '#platform/web/http/wait-for.ts'
import { CALLBACK_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import {
  CALLBACK_DELAYS_MS,
  CALLBACK_SESSION_POLL_MS,
  CALLBACK_SESSION_WAIT_MS,
  CALLBACK_TEXTS,
  EMAIL_CHANGE_CONSENT,
  type EmailChangeStep,
  emailVerificationProblem,
} from '#rulebook/account/callback.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { loginEmailAddress, safeRedirect } from '#rulebook/site/guard.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { readEmailChangeStep } from '../session/auth-calls.ts'
import { authOf, authStore } from '../session/auth-store.ts'
import classes from './auth-card.module.css'
import { AuthCard, ErrorBox, NoticeBox } from './auth-card.tsx'
import { callbackErrorText } from './callback-error.ts'

/** What the page shows, and where it goes after how long. */
interface CallbackStep {
  readonly title?: string
  readonly error?: string
  readonly notice?: string
  readonly next?: { readonly address: string; readonly afterMs: number }
}

export function CallbackPage() {
  const step = useCallbackStep()
  const navigate = useNavigate()
  const { next } = step
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => navigate(next.address, { replace: true }), next.afterMs)
    return () => clearTimeout(timer)
  }, [next, navigate])

  if (step.error) {
    return (
      <AuthCard title={CALLBACK_PAGE_TEXTS.failedTitle}>
        <ErrorBox text={step.error} />
        <Anchor component={Link} to={PATHS.login} size="sm" ta="center">
          {CALLBACK_PAGE_TEXTS.back}
        </Anchor>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={step.title ?? step.notice ?? CALLBACK_PAGE_TEXTS.working}>
      {step.notice ? <NoticeBox text={step.notice} /> : <Working />}
    </AuthCard>
  )
}

function Working() {
  return (
    <div className={classes.row} role="status">
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        {CALLBACK_PAGE_TEXTS.working}
      </Text>
    </div>
  )
}

function useCallbackStep(): CallbackStep {
  const [query] = useSearchParams()
  const { hash } = useLocation()
  const [step, setStep] = useState<CallbackStep>({})
  useEffect(() => {
    let isLeft = false
    void firstStep(query, hash).then((found) => !isLeft && setStep(found))
    return () => {
      isLeft = true
    }
  }, [query, hash])
  return step
}

async function firstStep(query: URLSearchParams, hash: string): Promise<CallbackStep> {
  const error = query.get('error')
  if (error) return { error: callbackErrorText(error, query.get('type')) }
  const email = query.get('email')
  switch (query.get('type')) {
    case 'email_verification':
      return verified(query.get('verified'), email)
    case 'email_change':
      return query.get('step') === EMAIL_CHANGE_CONSENT ? emailChange('consented') : emailChange('changed')
    case 'password_reset': {
      if (!email) return { error: CALLBACK_TEXTS.emailMissing }
      // The tokens are in the hash and must survive (C-26).
      return { next: { address: `${PATHS.resetPassword}?email=${encodeURIComponent(email)}${hash}`, afterMs: 0 } }
    }
    default:
      return providerReturned(query.get('redirect'))
  }
}

function verified(flag: string | null, email: string | null): CallbackStep {
  const problem = emailVerificationProblem(flag, email)
  if (problem) return { error: problem }
  const next = { address: loginEmailAddress(email!), afterMs: CALLBACK_DELAYS_MS.emailVerified }
  return { notice: CALLBACK_TEXTS.emailVerified, next }
}

const CONSENTED: CallbackStep = { title: CALLBACK_PAGE_TEXTS.consentTitle, notice: CALLBACK_PAGE_TEXTS.consented }

/** Said only where the server knows of the step: the query can be typed by anybody (C-21, C-33; decisions 0180, 0195). */
async function emailChange(wanted: EmailChangeStep): Promise<CallbackStep> {
  try {
    // At once with the start of the page, which asks for the session, too, and then shares the answer.
    const isRead = wanted === 'changed' && authStore.refresh()
    const [step] = await Promise.all([readEmailChangeStep(), isRead])
    if (step !== wanted) throw new Error('nothing of the kind happened')
    if (wanted === 'consented') return CONSENTED
    const next = { address: PATHS.profileInfo, afterMs: CALLBACK_DELAYS_MS.emailChanged }
    return { notice: CALLBACK_TEXTS.emailChanged, next }
  } catch {
    const next = { address: PATHS.login, afterMs: CALLBACK_DELAYS_MS.emailChangeFailed }
    return { error: CALLBACK_TEXTS.userUnreadable, next }
  }
}

/** A session that appears within the time counts. */
async function untilSignedIn(endsAtMs: number): Promise<void> {
  for (;;) {
    await authStore.signedIn()
    if (authOf(authStore.getState()).isAuthenticated || Date.now() >= endsAtMs) return
    await waitFor(CALLBACK_SESSION_POLL_MS)
  }
}

/** The provider left a session cookie behind; the token stored here may still be another account's. */
async function providerReturned(redirect: string | null): Promise<CallbackStep> {
  const endsAtMs = Date.now() + CALLBACK_SESSION_WAIT_MS
  await Promise.race([authStore.initialize().then(() => untilSignedIn(endsAtMs)), waitFor(CALLBACK_SESSION_WAIT_MS)])
  if (!authOf(authStore.getState()).isAuthenticated) return { error: CALLBACK_TEXTS.notAuthenticated }
  const next = { address: safeRedirect(redirect), afterMs: CALLBACK_DELAYS_MS.providerSignedIn }
  return { notice: SIGN_IN_TEXTS.success, next }
}
