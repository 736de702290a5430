// How old the statistics of a page are, and the button that renews them (document 2 §2).
import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_STATISTICS_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { useMomentText } from '../use-admin-session.ts'

interface RefreshControlProps {
  /** 0 before the first answer. */
  readonly updatedAtMs: number
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
}

export function RefreshControl({ updatedAtMs, isRefreshing, onRefresh }: RefreshControlProps) {
  const momentText = useMomentText()
  return (
    <Group gap="sm">
      {updatedAtMs > 0 && (
        <Text size="sm" c="dimmed">
          {fillText(ADMIN_STATISTICS_TEXTS.refreshedAt, { time: momentText(updatedAtMs) })}
        </Text>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isRefreshing}
        onClick={onRefresh}
      >
        {ADMIN_PAGE_TEXTS.refresh}
      </Button>
    </Group>
  )
}
