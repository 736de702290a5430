// Type and status of a user (document 2 §4, §6).
import { Badge, type BadgeProps } from '@mantine/core'
import { type UserStatus, userStatusLabel, userTypeLabel } from '#rulebook/credits/tiers.ts'

const TYPE_COLOURS: Readonly<Record<string, string>> = { free: 'gray', banned: 'red' }
const STATUS_COLOURS: Readonly<Record<UserStatus, string>> = { active: 'jade', suspended: 'orange', banned: 'red' }

/** TRAP: a badge cuts its label, so a table takes its least width for nothing beside a long address. */
const WHOLE: Pick<BadgeProps, 'variant' | 'miw'> = { variant: 'light', miw: 'max-content' }

export const TypeBadge = ({ userType }: { readonly userType: string }) => (
  <Badge {...WHOLE} color={TYPE_COLOURS[userType] ?? 'jade'}>
    {userTypeLabel(userType)}
  </Badge>
)

export const StatusBadge = ({ status }: { readonly status: UserStatus }) => (
  <Badge {...WHOLE} color={STATUS_COLOURS[status]}>
    {userStatusLabel(status)}
  </Badge>
)
