// Type and status of a user (document 2 §4, §6).
import { Badge } from '@mantine/core'
import { type UserStatus, userStatusLabel, userTypeLabel } from '#rulebook/credits/tiers.ts'

const TYPE_COLOURS: Readonly<Record<string, string>> = { free: 'gray', banned: 'red' }
const STATUS_COLOURS: Readonly<Record<UserStatus, string>> = { active: 'jade', suspended: 'orange', banned: 'red' }

export const TypeBadge = ({ userType }: { readonly userType: string }) => (
  <Badge variant="light" color={TYPE_COLOURS[userType] ?? 'jade'}>
    {userTypeLabel(userType)}
  </Badge>
)

export const StatusBadge = ({ status }: { readonly status: UserStatus }) => (
  <Badge variant="light" color={STATUS_COLOURS[status]}>
    {userStatusLabel(status)}
  </Badge>
)
