// Asks for the proof of the owner before a way to sign in changes: the password, or a hint for accounts without one
// (server/login-methods/prove-owner.ts).
import { Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { ErrorBox } from '../sign-in/auth-card.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'

interface OwnerProofDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly needsPassword: boolean
  readonly confirm: string
  readonly isDangerous?: boolean
  readonly onClose: () => void
  /** Undefined where there is no password. A refusal is shown in the dialog. */
  readonly onProved: (password: string | undefined) => Promise<unknown>
  readonly children: ReactNode
}

export const OwnerProofDialog = ({ isOpen, title, ...form }: OwnerProofDialogProps) => (
  <Modal opened={isOpen} onClose={form.onClose} title={title}>
    <ProofForm {...form} />
  </Modal>
)

/** Mounted with every opening, so that no password typed before is left. */
function ProofForm(props: Omit<OwnerProofDialogProps, 'isOpen' | 'title'>) {
  const { needsPassword } = props
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => needsPassword && password === '' },
  })
  const proving = useMutation({ mutationFn: props.onProved })
  const submit = form.onSubmit(({ password }) => proving.mutate(needsPassword ? password : undefined))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {props.children}
        {needsPassword ? (
          <PasswordField
            label={LOGIN_METHOD_TEXTS.passwordLabel}
            name="current-password"
            autoComplete="current-password"
            {...fieldOf(form, 'password')}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {LOGIN_METHOD_TEXTS.proofHint}
          </Text>
        )}
        <ErrorBox text={proving.isError ? messageFromRegister(proving.error, ACTIONS.confirm) : undefined} />
        <DialogActions
          cancel={LOGIN_METHOD_TEXTS.cancel}
          onCancel={props.onClose}
          submit={props.confirm}
          isPending={proving.isPending}
          isDisabled={!form.isValid()}
          isDangerous={props.isDangerous}
        />
      </Stack>
    </form>
  )
}
