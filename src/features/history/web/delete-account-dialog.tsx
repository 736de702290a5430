// Says what is lost, asks for a proof and for a typed word, and only then ends the account (U-16).
import { Alert, Group, Loader, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { AUTH_FORM_TEXTS } from '#rulebook/account/auth-page-texts.ts'
import { OWN_DATA_TEXTS } from '#rulebook/account/own-data-texts.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { DeletionPreview } from '../contract.ts'
import { ownDataClient } from './own-data-client.ts'
import classes from './own-data-section.module.css'

interface DeleteAccountDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDeleted: (dueAt: string) => void
}

export const DeleteAccountDialog = ({ isOpen, onClose, onDeleted }: DeleteAccountDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={OWN_DATA_TEXTS.dialogTitle}>
    <Questions onClose={onClose} onDeleted={onDeleted} />
  </Modal>
)

/** Mounted with every opening, so that nothing typed before is left. */
function Questions(props: Omit<DeleteAccountDialogProps, 'isOpen'>) {
  const preview = useQuery({
    queryKey: ['own-data', 'deletion'],
    queryFn: ({ signal }) => ownDataClient.deletionPreview(undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (preview.isError) return <Alert color="red">{messageFromRegister(preview.error)}</Alert>
  if (!preview.data)
    return (
      <Group gap="sm">
        <Loader size="sm" aria-hidden />
        <Text>{OWN_DATA_TEXTS.counting}</Text>
      </Group>
    )
  return <DeletionForm {...props} preview={preview.data} />
}

interface DeletionFormProps extends Omit<DeleteAccountDialogProps, 'isOpen'> {
  readonly preview: DeletionPreview
}

function DeletionForm({ preview, onClose, onDeleted }: DeletionFormProps) {
  const { needsPassword } = preview
  const form = useForm({
    initialValues: { password: '', word: '' },
    validate: {
      password: (password) => needsPassword && password === '',
      word: (word) => word.trim() !== OWN_DATA_TEXTS.confirmWord,
    },
  })
  const deletion = useMutation({
    mutationFn: (password: string) => ownDataClient.deleteAccount(needsPassword ? { password } : {}),
    onSuccess: ({ dueAt }) => onDeleted(dueAt),
  })
  return (
    <form onSubmit={form.onSubmit(({ password }) => deletion.mutate(password))}>
      <Stack gap="sm">
        <Losses preview={preview} />
        {needsPassword ? (
          <PasswordInput
            label={OWN_DATA_TEXTS.password}
            autoComplete="current-password"
            {...form.getInputProps('password')}
            visibilityToggleButtonProps={{ 'aria-label': AUTH_FORM_TEXTS.showPassword }}
          />
        ) : (
          <Text size="sm">{OWN_DATA_TEXTS.noPassword}</Text>
        )}
        <TextInput
          label={fillText(OWN_DATA_TEXTS.word, { word: OWN_DATA_TEXTS.confirmWord })}
          autoComplete="off"
          {...form.getInputProps('word')}
        />
        {deletion.isError && (
          <Alert color="red" role="alert">
            {messageFromRegister(deletion.error)}
          </Alert>
        )}
        <DialogActions
          cancel={OWN_DATA_TEXTS.keep}
          onCancel={onClose}
          submit={OWN_DATA_TEXTS.confirm}
          isPending={deletion.isPending}
          isDisabled={!form.isValid()}
          isDangerous
        />
      </Stack>
    </form>
  )
}

/** What there is none of is not named, and of money nothing is said to who never paid any. */
function Losses({ preview }: { readonly preview: DeletionPreview }) {
  const credits = preview.hasPurchases ? OWN_DATA_TEXTS.boughtCredits : OWN_DATA_TEXTS.credits
  return (
    <div>
      <Text>{OWN_DATA_TEXTS.loses}</Text>
      <ul className={classes.losses}>
        {preview.uploads > 0 && <li>{fillText(OWN_DATA_TEXTS.uploads, { n: preview.uploads })}</li>}
        {preview.records > 0 && <li>{fillText(OWN_DATA_TEXTS.records, { n: preview.records })}</li>}
        {preview.creditsRemaining > 0 && <li>{fillText(credits, { n: preview.creditsRemaining })}</li>}
        <li>{OWN_DATA_TEXTS.account}</li>
      </ul>
      <Text size="sm" c="dimmed">
        {OWN_DATA_TEXTS.stops}
        {preview.hasPurchases && OWN_DATA_TEXTS.kept}
      </Text>
    </div>
  )
}
