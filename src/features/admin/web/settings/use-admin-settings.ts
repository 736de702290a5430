// The operator's settings in the browser, and what every change of them does: the new state at once, a notice, or the failure with its
// underlying message (document 2 §8).
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import type { SystemSettings } from '#rulebook/admin/system-settings.ts'
import { adminClient } from '../admin-client.ts'

const SETTINGS_KEY = ['admin', 'settings']

export const useAdminSettings = () =>
  useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => adminClient.settings.get(undefined, { signal }),
    staleTime: 0,
  })

/** Called after every change: announcement and maintenance are shown on all pages. */
export const SettingsChangedContext = createContext<() => void>(() => {})

/** Outcome texts of one change. */
export interface ChangeTexts<Input> {
  readonly done: (input: Input) => string
  readonly failed: (input: Input) => string
}

export function useSettingsChange<Input>(
  change: (input: Input) => Promise<SystemSettings>,
  { done, failed }: ChangeTexts<Input>,
): UseMutationResult<SystemSettings, unknown, Input> {
  const queryClient = useQueryClient()
  const invalidateAll = use(SettingsChangedContext)
  return useMutation({
    mutationFn: change,
    onSuccess: (settings, input) => {
      queryClient.setQueryData(SETTINGS_KEY, settings)
      notifySuccess(done(input))
      invalidateAll()
    },
    onError: (error, input) => notifyError(`${failed(input)}：${messageOf(error)}`),
  })
}
