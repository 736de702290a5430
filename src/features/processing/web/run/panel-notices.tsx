// What may stand in the panel instead of a start (document 2 §5; C-07, C-48): too few credits with the way to more, a blocked account,
// processing stopped by the operator.
import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { messageOf } from '#platform/web/http/error-message.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { creditsAddress } from '#rulebook/site/site-map.ts'

interface CreditsRefusalProps {
  /** Undefined: the account may not process at all. */
  readonly shortage: { readonly needed: number; readonly remaining: number } | undefined
}

export function CreditsRefusal({ shortage }: CreditsRefusalProps) {
  const { pathname } = useLocation()
  return (
    <Alert role="status" color="orange" mt="xs" p="sm" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {messageOf(shortage ? { code: 'insufficient-credits', data: shortage } : { code: 'banned' })}{' '}
      {shortage && (
        <Anchor component={Link} to={creditsAddress(pathname)} fw={600} display="inline-block">
          {RUN_PANEL_TEXTS.buyCredits}
        </Anchor>
      )}
    </Alert>
  )
}

export const StoppedNotice = () => (
  <Alert color="orange" role="status" icon={<IconPlayerPause size={18} aria-hidden />} title={RUN_PANEL_TEXTS.stopped}>
    {RUN_PANEL_TEXTS.stoppedNote}
  </Alert>
)
