// A result's shares: made, copied, taken back. Without a run: all that this person has.
import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { serviceDay } from '#platform/web/service-time.ts'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { SHARE_DAYS, SHARE_DIALOG_TEXTS, type ShareDays } from '#rulebook/runs/shares.ts'
import type { Share } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'

const QUERY_KEY = ['processing', 'shares']
const OPTIONS = SHARE_DAYS.map((days) => ({
  value: String(days),
  label: fillText(SHARE_DIALOG_TEXTS.daysOption, { n: days }),
}))

interface ShareDialogProps {
  readonly jobId: string | undefined
  readonly onClose: () => void
}

export function ShareDialog({ jobId, onClose }: ShareDialogProps) {
  const shares = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => processingClient.shares.list(undefined, { signal }),
  })
  const shown = shares.data?.filter((share) => !jobId || share.jobId === jobId)
  return (
    <Modal opened onClose={onClose} title={jobId ? SHARE_DIALOG_TEXTS.title : SHARE_DIALOG_TEXTS.all} size="lg">
      <Stack gap="md">
        {jobId && <NewShare jobId={jobId} />}
        {shares.isPending && <Skeleton height={72} role="status" aria-label={SHARE_DIALOG_TEXTS.loading} />}
        {shares.isError && <LoadFailed text={SHARE_DIALOG_TEXTS.failed} query={shares} />}
        {!jobId && shown?.length === 0 && <Text c="dimmed">{SHARE_DIALOG_TEXTS.none}</Text>}
        {shown?.map((share) => (
          <ShareRow key={share.id} share={share} />
        ))}
      </Stack>
    </Modal>
  )
}

function NewShare({ jobId }: { readonly jobId: string }) {
  const queries = useQueryClient()
  const [days, setDays] = useState<ShareDays>(7)
  const [allowsDownload, setAllowsDownload] = useState(false)
  const create = useMutation({
    mutationFn: () => processingClient.shares.create({ jobId, days, allowsDownload }),
    onSuccess: (share) => queries.setQueryData<Share[]>(QUERY_KEY, (known = []) => [share, ...known]),
    onError: (error) => notifyError(messageOf(error, ACTIONS.share)),
  })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {SHARE_DIALOG_TEXTS.lead}
      </Text>
      <ChoiceBar
        label={SHARE_DIALOG_TEXTS.days}
        choices={OPTIONS}
        value={String(days)}
        onChange={(value) => setDays(Number(value) as ShareDays)}
      />
      <Checkbox
        label={SHARE_DIALOG_TEXTS.allowsDownload}
        description={SHARE_DIALOG_TEXTS.downloadHint}
        checked={allowsDownload}
        onChange={(event) => setAllowsDownload(event.currentTarget.checked)}
      />
      <Button
        // The next thing to press is the copy of what was made.
        variant={create.isSuccess ? 'default' : 'filled'}
        loading={create.isPending}
        onClick={() => create.mutate()}
      >
        {SHARE_DIALOG_TEXTS.create}
      </Button>
    </Stack>
  )
}

function ShareRow({ share }: { readonly share: Share }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => processingClient.shares.revoke({ id: share.id }),
    onSuccess: () => notifySuccess(SHARE_DIALOG_TEXTS.revoked),
    onError: (error) => notifyError(messageOf(error, ACTIONS.share)),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  })
  const copy = async () =>
    (await copyText(share.address))
      ? notifySuccess(SHARE_DIALOG_TEXTS.copied)
      : notifyError(SHARE_DIALOG_TEXTS.copyFailed)
  const until = fillText(SHARE_DIALOG_TEXTS.until, { date: serviceDay(share.expiresAt) })
  const download = share.allowsDownload ? SHARE_DIALOG_TEXTS.withDownload : SHARE_DIALOG_TEXTS.withoutDownload
  return (
    <Stack gap="xs">
      <TextInput
        readOnly
        label={share.originalFilename}
        aria-label={`${SHARE_DIALOG_TEXTS.address} ${share.originalFilename}`}
        value={share.address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {until} · {download}
        </Text>
        <Group gap="xs">
          <Button size="sm" onClick={() => void copy()}>
            {SHARE_DIALOG_TEXTS.copy}
          </Button>
          <Button size="sm" variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            {SHARE_DIALOG_TEXTS.revoke}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
