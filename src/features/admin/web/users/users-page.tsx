// /admin/users (document 2 §2 "Admin users"): search, filters, the table, and what is done to one user.
import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ADMIN_CONFIRMATIONS, ADMIN_FAILURES, ADMIN_PAGE_SIZE } from '#rulebook/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin-users-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import type { AdminUser } from '../../users-contract.ts'
import { AdminPage } from '../admin-page.tsx'
import { AdminTable, NoRows, WaitingRows } from '../admin-table.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { PageNumbers } from '../page-numbers.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { useSendPasswordReset, useUserFilter, useUsers } from './use-users.ts'
import type { UserAction } from './user-actions.tsx'
import { useUserColumns } from './user-columns.tsx'
import { UserFilterBar } from './user-filter-bar.tsx'

export function UsersPage() {
  const filter = useUserFilter()
  const load = useUsers(filter)
  const [action, setAction] = useState<UserAction>()
  const columns = useUserColumns(setAction)
  const { users = [], total = 0 } = load.data ?? {}
  const pageCount = Math.ceil(total / ADMIN_PAGE_SIZE)
  const { page, turnTo } = filter
  // Of an address that was kept while the list grew shorter.
  useEffect(() => {
    if (pageCount > 0 && page > pageCount) turnTo(pageCount)
  }, [page, pageCount, turnTo])
  return (
    <AdminPage
      title={PAGE_TITLES['admin-users']}
      intro={ADMIN_USERS_TEXTS.intro}
      load={load}
      loadFailure={ADMIN_FAILURES.usersLoad}
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
      <UserFilterBar filter={filter} />
      {load.isPending && <WaitingRows />}
      {load.isSuccess && total === 0 && <NoRows text={ADMIN_USERS_TEXTS.noMatch} />}
      {users.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {fillText(ADMIN_USERS_TEXTS.total, { n: total })}
          </Text>
          <AdminTable<AdminUser>
            label={ADMIN_USERS_TEXTS.table}
            columns={columns}
            rows={users}
            rowKey={({ id }) => id}
            isStale={load.isPlaceholderData}
          />
          <Group justify="center">
            <PageNumbers page={page} pageCount={pageCount} onChange={turnTo} />
          </Group>
        </>
      )}
      <ActionDialog action={action} onClose={() => setAction(undefined)} />
    </AdminPage>
  )
}

function ActionDialog({ action, onClose }: { readonly action: UserAction | undefined; readonly onClose: () => void }) {
  const reset = useSendPasswordReset({ onDone: onClose })
  if (action?.kind === 'edit') return <EditUserDialog user={action.user} onClose={onClose} />
  if (action?.kind === 'status') return <StatusDialog user={action.user} status={action.status} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen={action?.kind === 'reset'}
      title={ADMIN_USERS_TEXTS.resetTitle}
      question={ADMIN_CONFIRMATIONS.passwordReset}
      consequence={fillText(ADMIN_USERS_TEXTS.resetTarget, { email: action?.user.email ?? '' })}
      action={ADMIN_USERS_TEXTS.resetAction}
      isBusy={reset.isPending}
      onConfirm={() => action && reset.mutate(action.user)}
      onClose={onClose}
    />
  )
}
