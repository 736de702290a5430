// In the place of a failure: the run was not started because the person has not agreed yet. The dialog opens by itself once, and the note
// stays if it is dismissed.
import { Alert, Button, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { CONSENT_TEXTS } from '#rulebook/runs/provider-consent.ts'
import { ConsentDialog } from './consent-dialog.tsx'

interface ConsentPromptProps {
  /** Starts what was refused; undefined while nothing can be started. */
  readonly onAgreed: (() => void) | undefined
}

export function ConsentPrompt({ onAgreed }: ConsentPromptProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Alert role="status" title={CONSENT_TEXTS.promptTitle} icon={<IconShieldCheck size={18} aria-hidden />}>
      <Text size="sm">{CONSENT_TEXTS.prompt}</Text>
      <Button size="sm" mt="xs" variant="default" onClick={() => setOpen(true)}>
        {CONSENT_TEXTS.promptOpen}
      </Button>
      <ConsentDialog
        isOpen={isOpen}
        agree={onAgreed ? CONSENT_TEXTS.agreeAndStart : CONSENT_TEXTS.agree}
        onClose={() => setOpen(false)}
        onAgreed={() => {
          setOpen(false)
          onAgreed?.()
        }}
      />
    </Alert>
  )
}
