// What the edit of a user does: checks with the rulebook, sends what was seen with what is wanted, and shows what changed meanwhile (C-04).
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { textOfProblem } from '#platform/web/http/error-message.ts'
import { checkReason, checkUserEdit } from '#rulebook/admin/admin.ts'
import { EDITABLE_USER_TYPES } from '#rulebook/credits/tiers.ts'
import type { AdminUser } from '../../users-contract.ts'
import { useUpdateUser } from './use-users.ts'

export type SeenUser = Pick<AdminUser, 'userType' | 'creditsRemaining'>
type EditableType = (typeof EDITABLE_USER_TYPES)[number]

export interface UserEdit {
  readonly userType: AdminUser['userType']
  /** Text where the field holds no number. */
  readonly credits: string | number
  readonly reason: string
}

export const isEditableType = (type: string): type is EditableType =>
  (EDITABLE_USER_TYPES as readonly string[]).includes(type)

/** What the server says the values are now, when they are not what was seen. */
const latestOf = (error: unknown): SeenUser | undefined =>
  codeOf(error) === 'edit-stale' ? (error as { readonly data?: SeenUser }).data : undefined

export function useUserEdit(user: AdminUser, onDone: () => void) {
  const update = useUpdateUser({ onDone })
  const latest = latestOf(update.error)
  const seen: SeenUser = latest ?? user
  /** A reason that nobody has sent yet is not missing. */
  const [isChecked, setChecked] = useState(false)
  const form = useForm<UserEdit>({
    initialValues: { userType: user.userType, credits: user.creditsRemaining, reason: '' },
    validateInputOnChange: true,
    validate: {
      credits: (creditsRemaining) => textOfProblem(checkUserEdit({ creditsRemaining, reason: ANY_REASON })),
      reason: (reason) => textOfProblem(checkReason(reason)),
    },
  })
  const isUnchanged = form.values.userType === seen.userType && form.values.credits === seen.creditsRemaining
  const send = form.onSubmit(({ userType, credits, reason }) => {
    if (typeof credits !== 'number' || isUnchanged || update.isPending) return
    update.mutate({
      edit: {
        id: user.id,
        ...(isEditableType(userType) && { userType }),
        creditsRemaining: credits,
        seen: { userType: seen.userType, creditsRemaining: seen.creditsRemaining },
        reason: reason.trim(),
      },
    })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setChecked(true)
    send(event)
  }
  return { form, seen, latest, isChecked, isUnchanged, isPending: update.isPending, submit }
}

/** Whether the credits are right, whatever the reason. */
const ANY_REASON = '.'
