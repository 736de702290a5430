// What can be done with the selected uploads (document 1 §2; document 2 §8; P-10, U-61).
import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { hasPermission } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_TEXTS } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import classes from './history-page.module.css'

interface SelectionBarProps {
  readonly count: number
  /** One call takes no more. */
  readonly isFull: boolean
  readonly isDownloading: boolean
  readonly onDownload: () => void
  readonly onRemove: () => void
  readonly onClear: () => void
}

export const SelectionBar = ({ count, isFull, isDownloading, onDownload, onRemove, onClear }: SelectionBarProps) => {
  const canDownload = hasPermission(useSessionView(), 'batch_process')
  return (
    <div className={classes.selection}>
      <Text size="sm" fw={600} role="status">
        {fillText(isFull ? HISTORY_PAGE_TEXTS.selectedMost : HISTORY_PAGE_TEXTS.selected, { n: count })}
      </Text>
      <Group gap="xs">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isDownloading}
          onClick={canDownload ? onDownload : () => notifyInfo(HISTORY_TEXTS.batchDownloadInDevelopment)}
        >
          {HISTORY_PAGE_TEXTS.downloadSelected}
        </Button>
        <Button size="sm" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          {HISTORY_PAGE_TEXTS.removeSelected}
        </Button>
        <Button size="sm" variant="subtle" onClick={onClear}>
          {HISTORY_PAGE_TEXTS.clearSelection}
        </Button>
      </Group>
    </div>
  )
}
