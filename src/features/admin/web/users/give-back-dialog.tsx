// Gives back what a run cost, with the reason that the log and the ledger keep.
import { USER_PAGE_TEXTS } from '#rulebook/admin/admin-user-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { runTitle } from '#rulebook/history/history.ts'
import type { UserRun } from '../../user-page-contract.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useGiveBack } from './use-user-page.ts'

interface GiveBackDialogProps {
  readonly userId: string
  readonly run: UserRun
  readonly onClose: () => void
}

export function GiveBackDialog({ userId, run, onClose }: GiveBackDialogProps) {
  const order = useGiveBack({ onDone: onClose })
  return (
    <ReasonDialog
      title={USER_PAGE_TEXTS.giveBackTitle}
      body={fillText(USER_PAGE_TEXTS.giveBackBody, { title: runTitle(run), n: run.creditsConsumed })}
      label={USER_PAGE_TEXTS.giveBackReason}
      hint={USER_PAGE_TEXTS.giveBackHint}
      action={USER_PAGE_TEXTS.giveBack}
      isPending={order.isPending}
      onClose={onClose}
      onReason={(reason) => order.mutate({ id: userId, jobId: run.id, reason })}
    />
  )
}
