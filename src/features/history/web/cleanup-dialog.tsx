// Says beforehand how much goes, and afterwards what was freed (document 1 §2, §9; C-14, P-11).
import { Button, Group, Loader, Modal, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_TEXTS } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import type { CleanupCounts } from '../contract.ts'
import { historyClient } from './history-client.ts'
import { HISTORY_KEY } from './use-history.ts'

interface CleanupDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const filled = (text: string, { uploads, records, sizeBytes }: CleanupCounts, more: Record<string, string> = {}) =>
  fillText(text, { uploads, records, size: sizeText(sizeBytes), ...more })

export function CleanupDialog({ isOpen, onClose }: CleanupDialogProps) {
  const queryClient = useQueryClient()
  const preview = useQuery({
    queryKey: [...HISTORY_KEY, 'cleanup'],
    queryFn: ({ signal }) => historyClient.cleanupPreview(undefined, { signal }),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  })
  const cleanup = useMutation({
    mutationFn: () => historyClient.cleanup(),
    onSuccess: async (done) => {
      notifySuccess(filled(HISTORY_PAGE_TEXTS.cleanupDone, done, { done: HISTORY_TEXTS.cleanedUp }))
      onClose()
      await queryClient.invalidateQueries({ queryKey: HISTORY_KEY })
    },
    onError: () => notifyError(messageFromRegister({ code: 'history-cleanup-failed' })),
  })
  const counts = preview.data
  const hasWork = counts !== undefined && counts.uploads + counts.records > 0
  return (
    <Modal opened={isOpen} onClose={onClose} title={HISTORY_PAGE_TEXTS.cleanupTitle}>
      <div aria-live="polite">
        {preview.isError && <LoadFailed text={messageFromRegister({ code: 'history-load-failed' })} query={preview} />}
        {preview.isPending && (
          <Group gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>{HISTORY_PAGE_TEXTS.cleanupCounting}</Text>
          </Group>
        )}
        {counts && (
          <Text>{hasWork ? filled(HISTORY_PAGE_TEXTS.cleanupBody, counts) : HISTORY_PAGE_TEXTS.cleanupNothing}</Text>
        )}
      </div>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {hasWork ? HISTORY_PAGE_TEXTS.keep : CONTROL_TEXTS.close}
        </Button>
        {hasWork && (
          <Button color="red" loading={cleanup.isPending} onClick={() => cleanup.mutate()}>
            {HISTORY_PAGE_TEXTS.cleanupConfirm}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
