// What could not be loaded, and the way to try again; read out at once.
import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'

interface LoadFailedProps {
  readonly text: ReactNode
  /** What is asked again. */
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown }
}

export const LoadFailed = ({ text, query }: LoadFailedProps) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle size={18} aria-hidden />}>
    <Group justify="space-between" gap="xs">
      <span>{text}</span>
      <Button size="compact-sm" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
        {CONTROL_TEXTS.retry}
      </Button>
    </Group>
  </Alert>
)
