// /admin/logs (document 2 §2 "Admin logs"): the operator's log by action and days, page by page, each row in full in a dialog.
import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ADMIN_FAILURES, ADMIN_PAGE_SIZE } from '#rulebook/admin.ts'
import { ADMIN_LOGS_TEXTS, logActionLabel } from '#rulebook/admin-logs-texts.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import type { LogRow } from '../../logs-contract.ts'
import { AdminPage } from '../admin-page.tsx'
import { type AdminColumn, AdminTable, NoRows, WaitingRows } from '../admin-table.tsx'
import { PageNumbers } from '../page-numbers.tsx'
import { useMomentText } from '../use-admin-session.ts'
import { LogDetailDialog } from './log-detail-dialog.tsx'
import { LogFilterBar } from './log-filter-bar.tsx'
import { LogParty } from './log-party.tsx'
import { useLogFilter, useLogs } from './use-logs.ts'

export function LogsPage() {
  const filter = useLogFilter()
  const load = useLogs(filter)
  const [shown, setShown] = useState<LogRow>()
  const columns = useLogColumns(setShown)
  const { rows = [], total = 0 } = load.data ?? {}
  const pageCount = Math.ceil(total / ADMIN_PAGE_SIZE)
  const { page, turnTo } = filter
  // Of an address that was kept while old rows were cleaned away.
  useEffect(() => {
    if (pageCount > 0 && page > pageCount) turnTo(pageCount)
  }, [page, pageCount, turnTo])
  return (
    <AdminPage
      title={PAGE_TITLES['admin-logs']}
      intro={ADMIN_LOGS_TEXTS.intro}
      load={load}
      loadFailure={ADMIN_FAILURES.logsLoad}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={load.isFetching && !load.isPending}
          onClick={() => void load.refetch()}
        >
          {ADMIN_PAGE_TEXTS.refresh}
        </Button>
      }
    >
      <LogFilterBar filter={filter} />
      {load.isLoading && <WaitingRows />}
      {load.isSuccess && total === 0 && <NoRows text={ADMIN_LOGS_TEXTS.empty} />}
      {rows.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {fillText(ADMIN_LOGS_TEXTS.total, { n: total })}
          </Text>
          <AdminTable<LogRow>
            label={ADMIN_LOGS_TEXTS.table}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isStale={load.isPlaceholderData}
          />
          <Group justify="center">
            <PageNumbers page={page} pageCount={pageCount} onChange={turnTo} />
          </Group>
        </>
      )}
      {shown && <LogDetailDialog row={shown} onClose={() => setShown(undefined)} />}
    </AdminPage>
  )
}

function useLogColumns(onShow: (row: LogRow) => void): AdminColumn<LogRow>[] {
  const momentText = useMomentText()
  const { columns } = ADMIN_LOGS_TEXTS
  return [
    {
      key: 'time',
      label: columns.time,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{momentText(createdAt)}</time>,
    },
    { key: 'action', label: columns.action, cell: ({ action }) => logActionLabel(action) },
    { key: 'admin', label: columns.admin, cell: ({ adminId, admin }) => <LogParty id={adminId} party={admin} /> },
    {
      key: 'target',
      label: columns.target,
      cell: ({ targetUserId, targetUser }) => <LogParty id={targetUserId} party={targetUser} />,
    },
    {
      key: 'details',
      label: columns.details,
      cell: (row) => (
        <Button
          variant="default"
          size="sm"
          px="sm"
          aria-label={fillText(ADMIN_LOGS_TEXTS.showOf, {
            time: momentText(row.createdAt),
            action: logActionLabel(row.action),
          })}
          onClick={() => onShow(row)}
        >
          {ADMIN_LOGS_TEXTS.show}
        </Button>
      ),
    },
  ]
}
