// The columns of the users' table (document 2 §2): times in the service's zone, last active as relative time (U-52).

import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { USER_PAGE_TEXTS, userPageAddress } from '#rulebook/admin/admin-user-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { dayOf, relativeTime } from '#rulebook/site/calendar.ts'
import type { AdminUser } from '../../users-contract.ts'
import type { AdminColumn } from '../admin-table.tsx'
import { useMomentText, useServiceZone } from '../use-admin-session.ts'
import { type UserAction, UserActions } from './user-actions.tsx'
import { StatusBadge, TypeBadge } from './user-badges.tsx'
import { nameOf, UserFace } from './user-face.tsx'
import classes from './users-page.module.css'

const { columns: NAMES } = ADMIN_USERS_TEXTS

export function useUserColumns(onAction: (action: UserAction) => void): AdminColumn<AdminUser>[] {
  const timeZone = useServiceZone()
  const momentText = useMomentText()
  return [
    { key: 'user', label: NAMES.user, isWide: true, cell: (user) => <UserLink user={user} /> },
    { key: 'type', label: NAMES.type, cell: ({ userType }) => <TypeBadge userType={userType} /> },
    {
      key: 'status',
      label: NAMES.status,
      cell: ({ status, deletionDueAt }) => (
        <>
          <StatusBadge status={status} />
          {deletionDueAt && (
            <Text size="xs" c="dimmed" className={classes.nowrap}>
              {fillText(ADMIN_USERS_TEXTS.ends, { time: momentText(deletionDueAt) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'credits',
      label: NAMES.credits,
      cell: ({ creditsRemaining, creditsTotal }) =>
        fillText(ADMIN_USERS_TEXTS.credits, { remaining: creditsRemaining, total: creditsTotal }),
    },
    {
      key: 'registered',
      label: NAMES.registered,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={momentText(createdAt)} className={classes.nowrap}>
          {dayOf(Date.parse(createdAt), timeZone)}
        </time>
      ),
    },
    {
      key: 'active',
      label: NAMES.active,
      cell: ({ lastActiveAt }) => (
        <time dateTime={lastActiveAt} title={momentText(lastActiveAt)} className={classes.nowrap}>
          {relativeTime(Date.parse(lastActiveAt), Date.now())}
        </time>
      ),
    },
    {
      key: 'actions',
      label: NAMES.actions,
      isWide: true,
      cell: (user) => <UserActions user={user} onAction={onAction} />,
    },
  ]
}

const UserLink = ({ user }: { readonly user: AdminUser }) => (
  <Link
    to={userPageAddress(user.id)}
    title={fillText(USER_PAGE_TEXTS.open, { name: nameOf(user) })}
    className={classes.userLink}
  >
    <UserFace user={user} />
  </Link>
)
