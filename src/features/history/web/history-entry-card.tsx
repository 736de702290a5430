// One upload of the list with its records, newest first (document 1 §2, §7; C-14).
import { ActionIcon, Badge, Button, Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { serviceDay } from '#platform/web/service-time.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_TEXTS, processTypeLabel } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { HistoryEntry } from '../contract.ts'
import { FileName } from './file-name.tsx'
import { useHistoryActions } from './history-actions.ts'
import classes from './history-page.module.css'
import { HistoryVersions } from './history-record.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { versionTree } from './version-tree.ts'

interface HistoryEntryCardProps {
  readonly entry: HistoryEntry
  readonly isSelected: boolean
  /** As long as as many are selected as one call takes, no other is. */
  readonly isSelectable: boolean
  readonly onSelect: (id: string, isSelected: boolean) => void
  readonly onRemove: (id: string) => void
  /** The addresses of this list no longer work. */
  readonly onStale: () => void
}

/** Drawn again only when something of its own changes: with a thousand of them a press took seconds otherwise (bench/page-history.ts). */
export const HistoryEntryCard = memo(function HistoryEntryCard({
  entry,
  isSelected,
  isSelectable,
  onSelect,
  onRemove,
  onStale,
}: HistoryEntryCardProps) {
  const { processOriginal } = useHistoryActions()
  const name = entry.originalFilename
  return (
    <li className={classes.entry} data-selected={isSelected || undefined}>
      <Checkbox
        checked={isSelected}
        disabled={!isSelected && !isSelectable}
        onChange={(event) => onSelect(entry.id, event.currentTarget.checked)}
        aria-label={fillText(HISTORY_PAGE_TEXTS.select, { name })}
        className={classes.check}
      />
      <Thumbnail address={entry.filesRemoved ? undefined : entry.thumbnailAddress} alt={name} />
      <div className={classes.body}>
        <div className={classes.entryHead}>
          <FileName name={name} />
          <Tooltip label={HISTORY_PAGE_TEXTS.remove} openDelay={300}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={40}
              onClick={() => onRemove(entry.id)}
              aria-label={`${HISTORY_PAGE_TEXTS.remove} ${name}`}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
        <EntryFacts entry={entry} />
        {entry.records.length === 0 && (
          <Group gap="sm" mt="xs">
            <Badge variant="light" color="gray">
              {processTypeLabel(undefined)}
            </Badge>
            {!entry.filesRemoved && (
              <Button variant="default" size="sm" onClick={() => processOriginal(entry, PATHS.catalogue)}>
                {HISTORY_PAGE_TEXTS.process}
              </Button>
            )}
          </Group>
        )}
      </div>
      {entry.records.length > 0 && (
        <HistoryVersions entry={entry} versions={versionTree(entry.records)} onStale={onStale} />
      )}
    </li>
  )
})

const EntryFacts = ({ entry }: Pick<HistoryEntryCardProps, 'entry'>) => (
  <Text size="sm" c="dimmed" className={classes.facts}>
    <span>{serviceDay(entry.createdAt)}</span>
    <span>{`${entry.width} × ${entry.height}`}</span>
    <span>{sizeText(entry.fileSize)}</span>
    <span>
      {entry.filesRemoved
        ? HISTORY_PAGE_TEXTS.expired
        : fillText(HISTORY_TEXTS.keptUntil, { date: serviceDay(entry.filesKeptUntil) })}
    </span>
  </Text>
)
