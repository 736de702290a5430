// What can be done to a user, at the end of the row (document 2 §2; C-04): what this administrator's role allows.
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { ADMIN_TEXTS } from '#rulebook/admin/admin.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { USER_STATUSES, type UserStatus } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { AdminUser } from '../../users-contract.ts'
import { useMayCall } from '../use-admin-session.ts'
import { nameOf } from './user-face.tsx'
import classes from './users-page.module.css'

export type UserAction =
  | { readonly kind: 'edit' | 'reset'; readonly user: AdminUser }
  | { readonly kind: 'status'; readonly user: AdminUser; readonly status: UserStatus }

interface UserActionsProps {
  readonly user: AdminUser
  readonly onAction: (action: UserAction) => void
}

export function UserActions({ user, onAction }: UserActionsProps) {
  const name = { name: nameOf(user) }
  const mayCall = useMayCall()
  return (
    <div className={classes.actions}>
      {mayCall('users.update') && (
        <Button
          variant="default"
          size="sm"
          px="sm"
          aria-label={fillText(ADMIN_USERS_TEXTS.editOf, name)}
          onClick={() => onAction({ kind: 'edit', user })}
        >
          {ADMIN_USERS_TEXTS.edit}
        </Button>
      )}
      {mayCall('users.sendPasswordReset') && (
        <Button
          variant="default"
          size="sm"
          px="sm"
          aria-label={fillText(ADMIN_USERS_TEXTS.resetPasswordOf, name)}
          onClick={() => onAction({ kind: 'reset', user })}
        >
          {ADMIN_USERS_TEXTS.resetPassword}
        </Button>
      )}
      {mayCall('users.setStatus') && <StatusMenu user={user} onAction={onAction} />}
    </div>
  )
}

function StatusMenu({ user, onAction }: UserActionsProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={fillText(ADMIN_USERS_TEXTS.moreOf, { name: nameOf(user) })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {USER_STATUSES.filter((status) => status !== user.status)
          .sort((one, other) => Number(one !== 'active') - Number(other !== 'active'))
          .map((status) => (
            <Menu.Item
              key={status}
              c={status === 'banned' ? 'red' : undefined}
              onClick={() => onAction({ kind: 'status', user, status })}
            >
              {ADMIN_TEXTS.statusActions[status]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
