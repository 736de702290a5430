// /auth/forgot-password (document 1 §2, §8; C-33): sends a reset link, or says that no mail can be sent.
import { Anchor, Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { FORGOT_PAGE_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { checkEmail } from '#rulebook/account/email.ts'
import { RECOVERY_TEXTS } from '#rulebook/account/recovery-texts.ts'
import { SIGN_IN_TEXTS } from '#rulebook/account/sign-up.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { requestPasswordReset } from '../session/auth-calls.ts'
import { useAccountOptions, useOptionsAnswered } from '../session/use-account-options.ts'
import classes from './auth-card.module.css'
import { AuthCard, ErrorBox, NoticeBox } from './auth-card.tsx'
import { EmailField } from './email-field.tsx'
import { RecoveryForm } from './verification-recovery-form.tsx'

export function ForgotPasswordPage() {
  const canSend = useAccountOptions()?.mail !== false
  const isWaiting = !useOptionsAnswered()
  return (
    <AuthCard
      isWaiting={isWaiting}
      title={FORGOT_PAGE_TEXTS.title}
      lead={canSend ? FORGOT_PAGE_TEXTS.lead : undefined}
      footer={
        <Anchor component={Link} to={PATHS.login} size="sm">
          {FORGOT_PAGE_TEXTS.back}
        </Anchor>
      }
    >
      {canSend ? <ResetForms /> : <ErrorBox text={FORGOT_PAGE_TEXTS.noMail} />}
    </AuthCard>
  )
}

/** The link of the documents, or a code for reading mail on another device. */
function ResetForms() {
  const [query] = useSearchParams()
  const [isByCode, setByCode] = useState(false)
  const firstEmail = query.get('email') ?? ''
  return (
    <>
      {isByCode ? <RecoveryForm firstEmail={firstEmail} /> : <ResetRequestForm firstEmail={firstEmail} />}
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setByCode(!isByCode)}>
        {isByCode ? RECOVERY_TEXTS.useLink : RECOVERY_TEXTS.useCode}
      </Anchor>
    </>
  )
}

function ResetRequestForm({ firstEmail }: { readonly firstEmail: string }) {
  const form = useForm({
    initialValues: { email: firstEmail },
    validate: { email: (email) => checkEmail(email)?.code },
  })
  const [outcome, setOutcome] = useState<{ readonly sent?: true; readonly error?: string }>({})

  const submit = form.onSubmit(async ({ email }) => {
    setOutcome({})
    setOutcome(
      await requestPasswordReset(email).then(
        () => ({ sent: true as const }),
        (problem) => ({ error: messageFromRegister(problem, ACTIONS.sendEmail) }),
      ),
    )
  })

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <EmailField {...fieldOf(form, 'email')} />
      <ErrorBox text={outcome.error} />
      <NoticeBox text={outcome.sent && SIGN_IN_TEXTS.resetSent} />
      {outcome.sent && (
        <Text size="sm" c="dimmed">
          {FORGOT_PAGE_TEXTS.notCome}
        </Text>
      )}
      <Button type="submit" fullWidth disabled={form.submitting || !form.isValid()}>
        {form.submitting ? FORGOT_PAGE_TEXTS.submitting : FORGOT_PAGE_TEXTS.submit}
      </Button>
    </form>
  )
}
