// /admin/runs: the runs of everybody by number or error code, or the page of the one that the address names.
import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useAddressQuery } from '#platform/web/ui/use-address-query.ts'
import { ADMIN_RUN_QUERY, ADMIN_RUNS_TEXTS, runPageAddress } from '#rulebook/admin/admin-runs-texts.ts'
import { runStateColour, userPageAddress } from '#rulebook/admin/admin-user-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { runTitle } from '#rulebook/history/history.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { JOB_STATES, jobStateLabel, runStateLabel } from '#rulebook/runs/job-states.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import type { ListedRun } from '../../runs-contract.ts'
import type { AdminColumn } from '../admin-table.tsx'
import { ListPage } from '../list-page.tsx'
import { StateFilterBar } from '../state-filter-bar.tsx'
import { useMomentText } from '../use-admin-session.ts'
import { RunPageView } from './run-page.tsx'
import { useRunFilter, useRuns } from './use-runs.ts'

export function RunsPage() {
  const [query] = useAddressQuery()
  const id = query.get(ADMIN_RUN_QUERY)
  return id && isUuid(id) ? <RunPageView key={id} id={id.toLowerCase()} /> : <RunList />
}

function RunList() {
  const filter = useRunFilter()
  const load = useRuns(filter)
  const columns = useRunColumns()
  const { runs = [], total = 0 } = load.data ?? {}
  return (
    <ListPage
      title={PAGE_TITLES['admin-runs']}
      texts={ADMIN_RUNS_TEXTS}
      loadFailure={ADMIN_RUNS_TEXTS.loadFailed}
      load={load}
      isWaiting={load.isPending}
      filter={filter}
      filterBar={<StateFilterBar texts={ADMIN_RUNS_TEXTS} states={STATES} filter={filter} />}
      columns={columns}
      rows={runs}
      total={total}
    />
  )
}

const STATES = JOB_STATES.map((value) => ({ value, label: runStateLabel(value) }))

function useRunColumns(): AdminColumn<ListedRun>[] {
  const momentText = useMomentText()
  const { columns } = ADMIN_RUNS_TEXTS
  return [
    { key: 'run', label: columns.run, isWide: true, cell: (run) => <RunCell run={run} /> },
    {
      key: 'user',
      label: columns.user,
      cell: ({ userId, userName }) => (
        <Anchor component={Link} to={userPageAddress(userId)}>
          {userName || userId}
        </Anchor>
      ),
    },
    {
      key: 'status',
      label: columns.status,
      cell: ({ status, errorCode }) => (
        <>
          <Badge variant="light" tt="none" color={runStateColour(status)}>
            {jobStateLabel(status)}
          </Badge>
          {errorCode && <Text size="sm">{errorCode}</Text>}
        </>
      ),
    },
    { key: 'cost', label: columns.cost, cell: ({ creditsConsumed }) => creditsConsumed },
    {
      key: 'time',
      label: columns.time,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time>,
    },
  ]
}

const RunCell = ({ run }: { readonly run: ListedRun }) => (
  <Anchor
    component={Link}
    to={runPageAddress(run.id)}
    aria-label={fillText(ADMIN_RUNS_TEXTS.open, { title: `${runTitle(run)} ${run.id}` })}
  >
    <Text fw={600} span>
      {runTitle(run)}
    </Text>
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {run.id}
    </Text>
  </Anchor>
)
