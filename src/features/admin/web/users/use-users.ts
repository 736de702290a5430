// The users in the browser: the list by its filter, and what an admin does to one of them. Every change is followed by the documented
// call log_admin_action, whose failure is a warning in the console and nothing more (document 2 §8; C-40).
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_FAILURES, ADMIN_TEXTS, OPERATOR_ERRORS } from '#rulebook/admin/admin.ts'
import { USER_STATUSES, USER_TYPES, type UserStatus, type UserType } from '#rulebook/credits/tiers.ts'
import { lookUp } from '#rulebook/look-up.ts'
import type { AdminUser } from '../../users-contract.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'
import { type AddressFilter, useAddressFilter } from '../use-address-filter.ts'
import { useRefetch } from '../use-refetch.ts'

const USERS_KEY = ['admin', 'users']
export type UserFilterKey = 'q' | 'type' | 'status'
export type UserFilter = AddressFilter<UserFilterKey>

export const useUserFilter = (): UserFilter => useAddressFilter<UserFilterKey>(['q', 'type', 'status'])

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

export function useUsers({ values, page }: UserFilter) {
  const search = values.q?.trim()
  const userType = oneOf<UserType>(USER_TYPES, values.type)
  const status = oneOf<UserStatus>(USER_STATUSES, values.status)
  const input = { ...(search && { search }), ...(userType && { userType }), ...(status && { status }), page }
  return useQuery({
    queryKey: [...USERS_KEY, input],
    queryFn: ({ signal }) => adminClient.users.list(input, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

type Edit = Parameters<typeof adminClient.users.update>[0]

/** Lists that show the person or the action. */
const useRefetchLists = () => useRefetch('users', 'logs', 'dashboard')

const failureText = (prefix: string, error: unknown): string =>
  `${prefix}：${lookUp(OPERATOR_ERRORS, String(codeOf(error))) ?? messageOf(error)}`

export function useUpdateUser({ onDone }: { readonly onDone: (user: AdminUser) => void }) {
  const refetchLists = useRefetchLists()
  const session = useSessionView()
  return useMutation({
    mutationFn: (
      change: { readonly edit: Edit } | { readonly id: string; readonly status: UserStatus; readonly reason: string },
    ) => ('edit' in change ? adminClient.users.update(change.edit) : adminClient.users.setStatus(change)),
    onSuccess: async ({ user, logId }) => {
      notifySuccess(ADMIN_TEXTS.userSaved)
      callLog('update_user', { logId, userId: user.id })
      onDone(user)
      // The own balance is shown in the navigation, and the own type decides access to this area.
      if (user.id === session.userId) await session.refreshProfile()
      await refetchLists()
    },
    onError: (error) => notifyError(failureText(ADMIN_FAILURES.userSave, error)),
  })
}

export function useSendPasswordReset({ onDone }: { readonly onDone: () => void }) {
  const refetchLists = useRefetchLists()
  return useMutation({
    mutationFn: ({ id }: Pick<AdminUser, 'id'>) => adminClient.users.sendPasswordReset({ id }),
    onSuccess: async ({ logId }, { id }) => {
      notifySuccess(ADMIN_TEXTS.passwordResetSent)
      callLog('reset_password', { logId, userId: id })
      onDone()
      await refetchLists()
    },
    onError: (error) => notifyError(failureText(ADMIN_FAILURES.passwordReset, error)),
  })
}
