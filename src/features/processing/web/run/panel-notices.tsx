// What the panel may show instead of a start (document 2 §5; C-07, C-48): too few credits (the button then leads to more), a blocked account,
// processing stopped by the operator.
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import type { Shortage } from './credit-shortage.ts'

interface CreditsRefusalProps {
  /** Undefined: the account may not process at all. */
  readonly shortage: Shortage | undefined
}

export function CreditsRefusal({ shortage }: CreditsRefusalProps) {
  return (
    <Alert role="status" color="orange" mt="xs" p="sm" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {messageOf(shortage ? { code: 'insufficient-credits', data: shortage } : { code: 'banned' })}
    </Alert>
  )
}

export const StoppedNotice = () => (
  <Alert color="orange" role="status" icon={<IconPlayerPause size={18} aria-hidden />} title={RUN_PANEL_TEXTS.stopped}>
    {RUN_TEXTS.stoppedNote}
  </Alert>
)
