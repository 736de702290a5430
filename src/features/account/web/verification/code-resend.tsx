// Asking for another code, once the countdown is over; the work and the sending are said while they last.
import { Button, Text } from '@mantine/core'
import { PHONE_TEXTS } from '#rulebook/account/phone-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { CodeRequest } from './use-code-request.ts'

type Progress = Pick<CodeRequest, 'phase' | 'secondsLeft'>

export const CodeResend = ({ phase, secondsLeft, onResend }: Progress & { readonly onResend: () => void }) => (
  <Button variant="default" disabled={secondsLeft > 0 || phase !== 'idle'} onClick={onResend}>
    {secondsLeft > 0 ? fillText(PHONE_TEXTS.resendIn, { n: secondsLeft }) : PHONE_TEXTS.resend}
  </Button>
)

/** Read out by screen readers; empty while nothing is done. */
export const CodeProgress = ({ phase }: Pick<Progress, 'phase'>) => (
  <Text size="sm" c="dimmed" role="status">
    {phase === 'working' && PHONE_TEXTS.working}
    {phase === 'sending' && PHONE_TEXTS.sending}
  </Text>
)
