// The ledger on /profile/billing: every state of it, page after page.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LedgerList } from '#platform/web/ui/ledger-list.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { LEDGER_PAGE_SIZE, LEDGER_TEXTS } from '#rulebook/credits/ledger-texts.ts'
import { RUN_QUERY } from '#rulebook/history/history.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { LedgerPage } from '../../ledger-contract.ts'
import { billingClient } from '../billing-client.ts'
import classes from './own-ledger.module.css'

export const OWN_LEDGER_ID = 'ledger'

export const OwnLedger = () => (
  <SettingsSection id={OWN_LEDGER_ID} title={LEDGER_TEXTS.title} lead={LEDGER_TEXTS.lead}>
    <Entries />
  </SettingsSection>
)

function Entries() {
  const query = useOwnLedger()
  const entries = onceEach(query.data?.pages ?? [])
  if (query.isPending) return <Loading />
  if (query.isError && entries.length === 0) return <LoadFailed text={LEDGER_TEXTS.loadFailed} query={query} />
  if (entries.length === 0) return <Empty />
  return (
    <Stack gap="md">
      <LedgerList
        entries={entries}
        addressOf={({ id, isListed }) => (isListed ? `${PATHS.profileHistory}?${RUN_QUERY}=${id}` : undefined)}
      />
      {query.isError && <LoadFailed text={LEDGER_TEXTS.loadFailed} query={query} />}
      {query.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {LEDGER_TEXTS.loadMore}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const useOwnLedger = () =>
  useInfiniteQuery({
    queryKey: ['billing', 'ledger'],
    queryFn: ({ pageParam, signal }) => billingClient.ledger({ page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last: LedgerPage, pages) =>
      pages.length * LEDGER_PAGE_SIZE < last.total ? pages.length + 1 : undefined,
    refetchOnMount: 'always',
  })

/** Pages overlap when something was spent meanwhile. */
const onceEach = (pages: readonly LedgerPage[]) => [
  ...new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values(),
]

const Loading = () => (
  <Stack gap="md" aria-busy>
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} height={48} radius="md" />
    ))}
  </Stack>
)

const Empty = () => (
  <div className={classes.empty}>
    <IconListDetails size={36} stroke={1.5} aria-hidden="true" />
    <Text fw={600}>{LEDGER_TEXTS.empty}</Text>
  </div>
)
