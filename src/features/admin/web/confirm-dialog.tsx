// Asks before an action of the back office that is not undone by itself (document 2 §5 "Confirmations required").
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly question: string
  /** What follows from it. */
  readonly consequence?: string
  /** On the button that does it. */
  readonly action: string
  /** On the one that does not. */
  readonly cancel?: string
  readonly isDangerous?: boolean
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const ConfirmDialog = ({ isOpen, title, question, consequence, action, ...rest }: ConfirmDialogProps) => (
  <Modal opened={isOpen} onClose={rest.onClose} title={title}>
    <Stack gap="xs">
      <Text>{question}</Text>
      {consequence && (
        <Text size="sm" c="dimmed">
          {consequence}
        </Text>
      )}
    </Stack>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" data-autofocus onClick={rest.onClose}>
        {rest.cancel ?? ADMIN_PAGE_TEXTS.cancel}
      </Button>
      <Button color={rest.isDangerous ? 'red' : undefined} loading={rest.isBusy} onClick={rest.onConfirm}>
        {action}
      </Button>
    </Group>
  </Modal>
)
