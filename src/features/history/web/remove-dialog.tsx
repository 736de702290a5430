// Asks before uploads and all that belongs to them are removed.
import { Button, Group, Modal, Text } from '@mantine/core'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'

interface RemoveDialogProps {
  /** 0: closed. */
  readonly count: number
  /** One of them is in work. */
  readonly isRunning: boolean
  readonly isRemoving: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const RemoveDialog = ({ count, isRunning, isRemoving, onConfirm, onClose }: RemoveDialogProps) => (
  <Modal
    opened={count > 0}
    onClose={onClose}
    title={count === 1 ? HISTORY_PAGE_TEXTS.removeOneTitle : HISTORY_PAGE_TEXTS.removeTitle}
    closeButtonProps={{ 'aria-label': HISTORY_PAGE_TEXTS.keep }}
  >
    <Text>
      {fillText(HISTORY_PAGE_TEXTS.removeBody, { n: count })}
      {isRunning && <RunningNote />}
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" data-autofocus onClick={onClose}>
        {HISTORY_PAGE_TEXTS.keep}
      </Button>
      <Button color="red" loading={isRemoving} onClick={onConfirm}>
        {HISTORY_PAGE_TEXTS.remove}
      </Button>
    </Group>
  </Modal>
)

const RunningNote = () => HISTORY_PAGE_TEXTS[hasUnlimitedAi(useSessionView()) ? 'removeRunningFree' : 'removeRunning']
