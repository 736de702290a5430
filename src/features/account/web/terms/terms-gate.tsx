// Blocks every page until the terms in force are accepted: for sign-ups by a provider, and for everybody after a change of the terms
// (decision 0056). There are two ways on: the tick, or out of the account.
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { TERMS_TEXTS, TERMS_VERSION } from '#rulebook/account/terms.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { accountClient } from '../session/auth-api.ts'
import { authStore } from '../session/auth-store.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'

export default function TermsGate({ onLeave }: { readonly onLeave: () => void }) {
  const [isTicked, setTicked] = useState(false)
  const acceptance = useMutation({
    mutationFn: () => accountClient.acceptTerms({ version: TERMS_VERSION }),
    onSuccess: ({ terms_due }) => authStore.mergeProfile({ terms_due }),
  })
  return (
    <Modal
      opened
      onClose={onLeave}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={TERMS_TEXTS.title}
    >
      <Stack gap="md">
        <Text size="sm">{fillText(TERMS_TEXTS.lead, { version: TERMS_VERSION })}</Text>
        <TermsCheckbox checked={isTicked} onChange={setTicked} />
        <ErrorBox text={acceptance.isError ? messageFromRegister(acceptance.error, ACTIONS.acceptTerms) : undefined} />
        <Button disabled={!isTicked} loading={acceptance.isPending} onClick={() => acceptance.mutate()}>
          {TERMS_TEXTS.submit}
        </Button>
        <Button variant="subtle" color="gray" onClick={onLeave}>
          {TERMS_TEXTS.leave}
        </Button>
      </Stack>
    </Modal>
  )
}
