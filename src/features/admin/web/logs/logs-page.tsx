// /admin/logs (document 2 §2 "Admin logs"): the operator's log by action and days, page by page, each row in full in a dialog.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ADMIN_FAILURES } from '#rulebook/admin/admin.ts'
import { ADMIN_LOGS_TEXTS, logActionLabel } from '#rulebook/admin/admin-logs-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import type { LogRow } from '../../logs-contract.ts'
import type { AdminColumn } from '../admin-table.tsx'
import { ListPage } from '../list-page.tsx'
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
  return (
    <ListPage
      title={PAGE_TITLES['admin-logs']}
      texts={ADMIN_LOGS_TEXTS}
      loadFailure={ADMIN_FAILURES.logsLoad}
      load={load}
      isWaiting={load.isLoading}
      filter={filter}
      filterBar={<LogFilterBar filter={filter} />}
      columns={columns}
      rows={rows}
      total={total}
    >
      {shown && <LogDetailDialog row={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
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
