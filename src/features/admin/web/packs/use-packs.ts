// Packs in the browser: what is sold, its history, a change.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ADMIN_PACK_TEXTS } from '#rulebook/credits/pack-versions.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'

const KEY = ['admin', 'packs']

export const usePacks = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminClient.packs.list(undefined, { signal }),
    refetchOnMount: 'always',
  })

export function useChangePack(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: Parameters<typeof adminClient.packs.change>[0]) => adminClient.packs.change(changes),
    onSuccess: async ({ logId }) => {
      notifySuccess(ADMIN_PACK_TEXTS.saved)
      callLog('change_pack', { logId })
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['billing', 'offers'] })
    },
    onError: (error) => notifyError(`${ADMIN_PACK_TEXTS.failed}：${messageOf(error)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  })
}
