// "Who processes my pictures" on /profile/info: what was agreed to and when, and the way back. Absent where pictures never leave the service.
import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { serviceDay } from '#platform/web/service-time.ts'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { CONSENT_TEXTS } from '#rulebook/runs/provider-consent.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { useConsent, useRevokeConsent } from './use-consent.ts'

type Opened = 'terms' | 'revoke' | undefined

export function ConsentSection() {
  const [opened, setOpened] = useState<Opened>()
  const consent = useConsent()
  if (!consent.data?.recipient) return null
  const { recipient, givenAt } = consent.data
  const close = () => setOpened(undefined)
  const date = givenAt ? serviceDay(givenAt) : ''
  return (
    <SettingsSection id="consent" title={CONSENT_TEXTS.sectionTitle}>
      <SettingRow
        hint={fillText(givenAt ? CONSENT_TEXTS.given : CONSENT_TEXTS.notGiven, { ...recipient, date })}
        action={
          <Button variant="default" onClick={() => setOpened(givenAt ? 'revoke' : 'terms')}>
            {givenAt ? CONSENT_TEXTS.revoke : CONSENT_TEXTS.open}
          </Button>
        }
      />
      <ConsentDialog
        isOpen={opened === 'terms'}
        agree={CONSENT_TEXTS.agree}
        onClose={close}
        onAgreed={() => {
          close()
          notifySuccess(CONSENT_TEXTS.agreed)
        }}
      />
      <RevokeDialog isOpen={opened === 'revoke'} name={recipient.name} onClose={close} />
    </SettingsSection>
  )
}

interface RevokeDialogProps {
  readonly isOpen: boolean
  readonly name: string
  readonly onClose: () => void
}

function RevokeDialog({ isOpen, name, onClose }: RevokeDialogProps) {
  const revoking = useRevokeConsent()
  const revoke = () =>
    revoking.mutate(undefined, {
      onSuccess: () => {
        onClose()
        notifySuccess(CONSENT_TEXTS.revoked)
      },
      onError: (error) => notifyError(messageFromRegister(error, ACTIONS.revokeConsent)),
    })
  return (
    <Modal opened={isOpen} onClose={onClose} title={CONSENT_TEXTS.revokeTitle}>
      <Stack gap="md">
        <Text>{fillText(CONSENT_TEXTS.revokeBody, { name })}</Text>
        <DialogActions
          cancel={CONSENT_TEXTS.cancel}
          onCancel={onClose}
          submit={CONSENT_TEXTS.revoke}
          onSubmit={revoke}
          isPending={revoking.isPending}
          isDangerous
        />
      </Stack>
    </Modal>
  )
}
