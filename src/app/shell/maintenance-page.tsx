// What consumers see while the operator has switched maintenance on; administrators can still sign in (document 2 §4; C-48).
import { Button } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { PageState } from './page-state.tsx'

export function MaintenancePage({ retry }: { readonly retry: () => void }) {
  return (
    <PageState
      icon={<IconTools size={36} stroke={1.5} />}
      title={STATE_TEXTS.maintenanceTitle}
      body={STATE_TEXTS.maintenanceBody}
    >
      <Button onClick={retry}>{CONTROL_TEXTS.retry}</Button>
      <Button component={Link} to={PATHS.login} variant="default">
        {STATE_TEXTS.maintenanceAdminLogin}
      </Button>
    </PageState>
  )
}
