// Where somebody lands who has just registered and has to prove the address first: says where the email went, and what to do when none comes.
import { Alert, Anchor, Button, Group } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { LOGIN_PAGE_TEXTS, VERIFICATION_SENT_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { withRedirect } from '../session/auth-addresses.ts'
import { sendVerificationEmail } from '../session/auth-calls.ts'
import classes from './auth-card.module.css'

/** `outcome`: what the last press came to. */
export function useResend(email: string) {
  const [outcome, setOutcome] = useState<string>()
  const [isSending, setSending] = useState(false)
  // A browser that is not known may compute for seconds first.
  const resend = () => {
    setSending(true)
    return sendVerificationEmail(email)
      .then(
        () => setOutcome(LOGIN_PAGE_TEXTS.resent),
        (problem) => setOutcome(messageFromRegister(problem)),
      )
      .finally(() => setSending(false))
  }
  return { outcome, isSent: outcome === LOGIN_PAGE_TEXTS.resent, isSending, resend }
}

interface VerificationSentProps {
  readonly email: string
  /** Where the person came from. */
  readonly redirect: Parameters<typeof withRedirect>[1]
}

export function VerificationSent({ email, redirect }: VerificationSentProps) {
  const { outcome, isSent, isSending, resend } = useResend(email)
  return (
    <Alert color="jade" variant="light" role="status" icon={<IconMail size={18} aria-hidden />}>
      <span className={classes.boxText}>{fillText(VERIFICATION_SENT_TEXTS.sent, { email })}</span>
      <Group gap="xs" mt="xs">
        <span className={classes.boxText}>{outcome ?? VERIFICATION_SENT_TEXTS.notCome}</span>
        {!isSent && (
          <Button variant="light" size="compact-sm" loading={isSending} onClick={resend}>
            {VERIFICATION_SENT_TEXTS.resend}
          </Button>
        )}
        <Anchor component={Link} to={withRedirect(PATHS.register, redirect)} size="sm">
          {VERIFICATION_SENT_TEXTS.otherAddress}
        </Anchor>
      </Group>
    </Alert>
  )
}
