// What consumers see while the operator has switched maintenance on; administrators sign in at the address that they know (document 2 §4; C-48).
import { Button } from '@mantine/core'
import { IconTools } from '@tabler/icons-react'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PageState } from './page-state.tsx'

export function MaintenancePage({ retry }: { readonly retry: () => void }) {
  return (
    <PageState
      icon={<IconTools size={36} stroke={1.5} />}
      title={STATE_TEXTS.maintenanceTitle}
      body={STATE_TEXTS.maintenanceBody}
    >
      <Button onClick={retry}>{CONTROL_TEXTS.retry}</Button>
    </PageState>
  )
}
