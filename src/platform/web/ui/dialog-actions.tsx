// How the form of a dialog ends: the way out first, then the button that sends it.
import { Button, Group } from '@mantine/core'

interface DialogActionsProps {
  readonly cancel: string
  readonly onCancel: () => void
  readonly submit: string
  /** Absent: the button sends the form around it. */
  readonly onSubmit?: () => void
  readonly isPending: boolean
  readonly isDisabled?: boolean
  readonly isDangerous?: boolean
}

export const DialogActions = (props: DialogActionsProps) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" onClick={props.onCancel}>
      {props.cancel}
    </Button>
    <Button
      type={props.onSubmit ? 'button' : 'submit'}
      onClick={props.onSubmit}
      color={props.isDangerous ? 'red' : undefined}
      loading={props.isPending}
      disabled={props.isDisabled}
    >
      {props.submit}
    </Button>
  </Group>
)
