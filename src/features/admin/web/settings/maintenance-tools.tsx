// Clean old data, optimise the database: each asks first and shows its outcome as a notice, its counts beside the button (document 2 §2,
// §5, §8; C-15, P-15).
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess, notifyWarning } from '#platform/web/ui/notices.tsx'
import { SettingRow, SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_CONFIRMATIONS, ADMIN_FAILURES, ADMIN_TEXTS } from '#rulebook/admin/admin.ts'
import { ADMIN_SETTINGS_TEXTS } from '#rulebook/admin/admin-settings-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import type { Optimisation } from '../../contract.ts'
import { adminClient } from '../admin-client.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

export const MaintenanceTools = () => (
  <SettingsSection id="maintenance-tools" title={ADMIN_SETTINGS_TEXTS.tools}>
    <ToolRow
      texts={ADMIN_SETTINGS_TEXTS.cleanup}
      question={ADMIN_CONFIRMATIONS.cleanup}
      failed={ADMIN_FAILURES.cleanup}
      run={() => adminClient.settings.cleanup()}
      describe={({ removedLogs }) => {
        notifySuccess(ADMIN_TEXTS.cleanupDone)
        return fillText(ADMIN_SETTINGS_TEXTS.cleanup.result, { n: removedLogs })
      }}
    />
    <ToolRow
      texts={ADMIN_SETTINGS_TEXTS.optimise}
      question={ADMIN_CONFIRMATIONS.optimise}
      failed={ADMIN_FAILURES.optimise}
      run={() => adminClient.settings.optimise()}
      describe={describeOptimisation}
    />
  </SettingsSection>
)

function describeOptimisation(done: Optimisation | null): ReactNode {
  if (!done) {
    notifyWarning(ADMIN_TEXTS.optimiseInDevelopment)
    return undefined
  }
  notifySuccess(ADMIN_SETTINGS_TEXTS.optimise.done)
  return fillText(ADMIN_SETTINGS_TEXTS.optimise.result, {
    tables: done.tables,
    seconds: (done.durationMs / 1000).toFixed(1),
    before: sizeText(done.sizeBeforeBytes),
    after: sizeText(done.sizeAfterBytes),
  })
}

interface ToolRowProps<Outcome> {
  readonly texts: { readonly title: string; readonly hint: string; readonly action: string }
  readonly question: string
  readonly failed: string
  readonly run: () => Promise<Outcome>
  /** Gives the notice and answers what stays beside the button. */
  readonly describe: (outcome: Outcome) => ReactNode
}

function ToolRow<Outcome>({ texts, question, failed, run, describe }: ToolRowProps<Outcome>) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const [result, setResult] = useState<ReactNode>()
  const tool = useMutation({
    mutationFn: run,
    onSuccess: async (outcome) => {
      setIsAsking(false)
      setResult(describe(outcome))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'logs'] })
    },
    onError: (error) => notifyError(`${failed}：${messageOf(error)}`),
  })
  const ask = () => {
    setResult(undefined)
    setIsAsking(true)
  }
  return (
    <>
      <SettingRow
        title={texts.title}
        hint={texts.hint}
        more={
          <Text size="sm" mt={4} role="status">
            {result}
          </Text>
        }
        action={
          <Button variant="default" onClick={ask}>
            {texts.action}
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.title}
        question={question}
        action={texts.action}
        isBusy={tool.isPending}
        onConfirm={() => tool.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
