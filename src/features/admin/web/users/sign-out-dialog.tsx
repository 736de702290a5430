// Signs a person out everywhere, with the reason that the log keeps.
import { USER_PAGE_TEXTS } from '#rulebook/admin/admin-user-page-texts.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useSignOut } from './use-user-page.ts'

interface SignOutDialogProps {
  readonly userId: string
  readonly onClose: () => void
}

export function SignOutDialog({ userId, onClose }: SignOutDialogProps) {
  const order = useSignOut({ onDone: onClose })
  return (
    <ReasonDialog
      title={USER_PAGE_TEXTS.signOutTitle}
      body={USER_PAGE_TEXTS.signOutBody}
      label={USER_PAGE_TEXTS.signOutReason}
      hint={USER_PAGE_TEXTS.signOutHint}
      action={USER_PAGE_TEXTS.signOut}
      isDangerous
      isPending={order.isPending}
      onClose={onClose}
      onReason={(reason) => order.mutate({ id: userId, reason })}
    />
  )
}
