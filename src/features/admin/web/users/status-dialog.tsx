// 暂停, 封禁, 恢复: states the consequence and asks for a reason (C-04, U-14).
import { ADMIN_TEXTS } from '#rulebook/admin/admin.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import type { UserStatus } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { AdminUser } from '../../users-contract.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useUpdateUser } from './use-users.ts'
import { UserFace } from './user-face.tsx'

interface StatusDialogProps {
  readonly user: AdminUser
  readonly status: UserStatus
  readonly onClose: () => void
}

export function StatusDialog({ user, status, onClose }: StatusDialogProps) {
  const update = useUpdateUser({ onDone: onClose })
  const action = ADMIN_TEXTS.statusActions[status]
  return (
    <ReasonDialog
      title={fillText(ADMIN_USERS_TEXTS.statusTitle, { action })}
      about={<UserFace user={user} />}
      body={ADMIN_USERS_TEXTS.statusQuestions[status]}
      label={ADMIN_USERS_TEXTS.statusReason}
      hint={ADMIN_USERS_TEXTS.editReasonHint}
      action={action}
      isDangerous={status !== 'active'}
      isPending={update.isPending}
      onClose={onClose}
      onReason={(reason) => update.mutate({ id: user.id, status, reason })}
    />
  )
}
