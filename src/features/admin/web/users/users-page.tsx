// /admin/users (document 2 §2 "Admin users"): search, filters, the table, and what is done to one user.
import { useState } from 'react'
import { useAddressQuery } from '#platform/web/ui/use-address-query.ts'
import { ADMIN_CONFIRMATIONS, ADMIN_FAILURES } from '#rulebook/admin/admin.ts'
import { USER_QUERY } from '#rulebook/admin/admin-user-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { useSendPasswordReset, useUserFilter, useUsers } from './use-users.ts'
import type { UserAction } from './user-actions.tsx'
import { useUserColumns } from './user-columns.tsx'
import { UserFilterBar } from './user-filter-bar.tsx'
import { UserPage } from './user-page.tsx'

/** The list, or the page of the user whom the address names. */
export function UsersPage() {
  const [query] = useAddressQuery()
  const id = query.get(USER_QUERY)
  return id && isUuid(id) ? <UserPage key={id} id={id.toLowerCase()} /> : <UserList />
}

function UserList() {
  const filter = useUserFilter()
  const load = useUsers(filter)
  const [action, setAction] = useState<UserAction>()
  const columns = useUserColumns(setAction)
  const { users = [], total = 0 } = load.data ?? {}
  return (
    <ListPage
      title={PAGE_TITLES['admin-users']}
      texts={ADMIN_USERS_TEXTS}
      loadFailure={ADMIN_FAILURES.usersLoad}
      load={load}
      isWaiting={load.isPending}
      filter={filter}
      filterBar={<UserFilterBar filter={filter} />}
      columns={columns}
      rows={users}
      total={total}
    >
      <ActionDialog action={action} onClose={() => setAction(undefined)} />
    </ListPage>
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
