// The frame of a page of the back office: title, what one can do, the age of the figures, and a failed load with a way out.
import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'

interface AdminPageProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** The query of the page's content; its failure is shown with the page's own prefix (document 2 §8). */
  readonly load?: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly loadFailure?: string
  readonly children?: ReactNode
}

export function AdminPage({ title, intro, actions, load, loadFailure, children }: AdminPageProps) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1}>{title}</Title>
          {intro && (
            <Text c="dimmed" component="div">
              {intro}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {load?.error ? <LoadFailed text={`${loadFailure}：${messageOf(load.error)}`} query={load} /> : null}
      {children}
    </Stack>
  )
}
