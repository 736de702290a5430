// Picture, name and email of a user: the own picture, else one drawn here from the id and from nothing else (P-20).
import { Text } from '@mantine/core'
import { useState } from 'react'
import { GeneratedAvatar } from '#platform/web/ui/generated-avatar.tsx'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import type { AdminUser } from '../../users-contract.ts'
import classes from './users-page.module.css'

type Face = Pick<AdminUser, 'id' | 'username' | 'email' | 'avatarUrl'>

/** How a person is called where one name must do. */
export const nameOf = ({ username, email }: Pick<AdminUser, 'username' | 'email'>): string =>
  username || email || ADMIN_PAGE_TEXTS.noName

export const UserFace = ({ user }: { readonly user: Face }) => (
  <div className={classes.face}>
    <UserAvatar user={user} />
    <div className={classes.names}>
      <Text fw={600} c={user.username ? undefined : 'dimmed'}>
        {user.username || ADMIN_PAGE_TEXTS.noName}
      </Text>
      <Text size="sm" c="dimmed">
        {user.email || ADMIN_USERS_TEXTS.noEmail}
      </Text>
    </div>
  </div>
)

const AVATAR_PX = 40

export function UserAvatar({ user: { id, avatarUrl } }: { readonly user: Pick<AdminUser, 'id' | 'avatarUrl'> }) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className={classes.avatar}>
      {avatarUrl && avatarUrl !== failed ? (
        <img src={avatarUrl} alt="" referrerPolicy="no-referrer" onError={() => setFailed(avatarUrl)} />
      ) : (
        <GeneratedAvatar seed={id} sizePx={AVATAR_PX} />
      )}
    </span>
  )
}
