// /profile/history (document 1 §2 "/profile area", §8): statistics, uploads with their records, load more, delete, download.
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { HISTORY_BATCH_MAX, HISTORY_TEXTS } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { HistoryFilter } from '../contract.ts'
import { CleanupDialog } from './cleanup-dialog.tsx'
import { useHistoryActions } from './history-actions.ts'
import { HistoryEntryCard } from './history-entry-card.tsx'
import { HistoryFilterBar } from './history-filter-bar.tsx'
import classes from './history-page.module.css'
import { HistoryStats } from './history-stats.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { entriesOf, isRunning, useDownloadArchive, useHistoryList, useRemoveUploads } from './use-history.ts'
import { useHistoryFilter } from './use-history-filter.ts'

/** `allowance`: what is left to upload, shown beside the statistics. */
export function HistoryPage({ allowance }: { readonly allowance?: ReactNode }) {
  const filterControl = useHistoryFilter()
  const list = useHistoryList(filterControl.filter)
  const entries = entriesOf(list.data?.pages ?? [])
  const [isCleaning, setCleaning] = useState(false)
  const { refetch } = list
  const readAgain = useCallback(() => void refetch(), [refetch])
  const isEmpty = list.isSuccess && entries.length === 0
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{HISTORY_PAGE_TEXTS.title}</Title>
        <Text c="dimmed">{HISTORY_PAGE_TEXTS.intro}</Text>
      </div>
      <HistoryStats />
      {allowance}
      {(entries.length > 0 || filterControl.isActive) && (
        <HistoryFilterBar
          control={filterControl}
          onCleanUp={() => setCleaning(true)}
          shares={entries.some(({ records }) => records.some(({ result }) => result)) && <AllShares />}
        />
      )}
      {list.isError && <LoadFailed text={messageFromRegister({ code: 'history-load-failed' })} query={list} />}
      {list.isPending && <Loading />}
      {isEmpty && (filterControl.isActive ? <NoMatch onClear={filterControl.clear} /> : <Empty />)}
      <Entries entries={entries} filter={filterControl.filter} onStale={readAgain} />
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {HISTORY_TEXTS.loadMore}
          </Button>
        </Group>
      )}
      <CleanupDialog isOpen={isCleaning} onClose={() => setCleaning(false)} />
    </Stack>
  )
}

interface EntriesProps {
  readonly entries: ReturnType<typeof entriesOf>
  readonly filter: HistoryFilter
  readonly onStale: () => void
}

/** The list, and what is done to what is selected in it. */
function Entries({ entries, filter, onStale }: EntriesProps) {
  const [selectedIds, setSelectedIds] = useSelection(filter)
  const archive = useDownloadArchive()
  const [toRemove, setToRemove] = useState<Ids>([])
  const removal = useRemoveUploads(() => {
    setSelectedIds([])
    setToRemove([])
  })
  const select = useCallback(
    (id: string, isSelected: boolean) =>
      setSelectedIds((before) =>
        isSelected ? [...before, id].slice(0, HISTORY_BATCH_MAX) : before.filter((other) => other !== id),
      ),
    [setSelectedIds],
  )
  const removeOne = useCallback((id: string) => setToRemove([id]), [])
  const selected = new Set(selectedIds)
  const isFull = selectedIds.length >= HISTORY_BATCH_MAX
  return (
    <>
      {selectedIds.length > 0 && (
        <SelectionBar
          count={selectedIds.length}
          isFull={isFull}
          isDownloading={archive.isPending}
          onDownload={() => archive.mutate([...selectedIds])}
          onRemove={() => setToRemove(selectedIds)}
          onClear={() => setSelectedIds([])}
        />
      )}
      <ul className={classes.list}>
        {entries.map((entry) => (
          <HistoryEntryCard
            key={entry.id}
            entry={entry}
            isSelected={selected.has(entry.id)}
            isSelectable={!isFull}
            onSelect={select}
            onRemove={removeOne}
            onStale={onStale}
          />
        ))}
      </ul>
      <RemoveDialog
        count={toRemove.length}
        isRunning={entries.some(({ id, records }) => toRemove.includes(id) && records.some(isRunning))}
        isRemoving={removal.isPending}
        onConfirm={() => removal.mutate([...toRemove])}
        onClose={() => setToRemove([])}
      />
    </>
  )
}

function AllShares() {
  const { ShareButton } = useHistoryActions()
  return <ShareButton />
}

type Ids = readonly string[]

/** Selects of what is seen: with another filter or search nothing is selected, or pictures that nobody sees would be deleted. */
function useSelection(filter: HistoryFilter) {
  const [ids, setIds] = useState<Ids>([])
  const seen = JSON.stringify(filter)
  const [seenBefore, setSeenBefore] = useState(seen)
  if (seen !== seenBefore) {
    setSeenBefore(seen)
    setIds([])
  }
  return [ids, setIds] as const
}

/** The shapes of what comes, so that nothing jumps. */
const Loading = () => (
  <Stack gap="md" aria-busy>
    {['first', 'second', 'third'].map((row) => (
      <div key={row} className={classes.entry}>
        <span className={classes.check} />
        <Skeleton className={classes.thumbnail} />
        <Stack gap="sm" className={classes.body}>
          <Skeleton height={20} maw={240} mt={10} />
          <Skeleton height={14} maw={360} />
        </Stack>
      </div>
    ))}
  </Stack>
)

const NoMatch = ({ onClear }: { readonly onClear: () => void }) => (
  <div className={classes.empty}>
    <Text fw={600} size="lg" role="status">
      {HISTORY_PAGE_TEXTS.noMatch}
    </Text>
    <Button variant="default" onClick={onClear}>
      {HISTORY_PAGE_TEXTS.clearFilters}
    </Button>
  </div>
)

const Empty = () => (
  <div className={classes.empty}>
    <IconPhotoPlus size={56} stroke={1.3} aria-hidden />
    <Text fw={600} size="lg">
      {HISTORY_TEXTS.empty}
    </Text>
    <Button component={Link} to={PATHS.editor}>
      {HISTORY_TEXTS.startFirst}
    </Button>
  </div>
)
