// A notice as the component library shows it; loaded with the stack in which notices appear (notices.tsx).
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { momentText } from '#rulebook/site/calendar.ts'
import {
  CLOSE_NOTICE,
  type Notice,
  type NoticeChannel,
  type NoticeType,
  noticeDurationMs,
} from '#rulebook/site/notices.ts'

const LOOKS: Readonly<Record<NoticeType, { color: string; icon: ReactNode }>> = {
  success: { color: 'jade', icon: <IconCheck size={18} aria-hidden /> },
  error: { color: 'red', icon: <IconX size={18} aria-hidden /> },
  warning: { color: 'orange', icon: <IconAlertTriangle size={18} aria-hidden /> },
  info: { color: 'gray', icon: <IconInfoCircle size={18} aria-hidden /> },
}

export function showNotice(notice: Notice, channel: NoticeChannel): void {
  const { id } = notice
  notifications.show({
    id,
    ...LOOKS[notice.type],
    title: notice.title,
    message: <NoticeBody notice={notice} close={() => hideNotice(id)} />,
    autoClose: noticeDurationMs(notice, channel) ?? false,
    role: notice.type === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': CLOSE_NOTICE },
  })
}

export const hideNotice = (id: string): void => {
  notifications.hide(id)
}

function NoticeBody({ notice, close }: { readonly notice: Notice; readonly close: () => void }) {
  return (
    <>
      <Text size="sm" c="var(--mantine-color-text)">
        {notice.message}
      </Text>
      {notice.persistent && (
        // It may be found hours later. The zone as in service-time.ts, whose name every page's program would carry along.
        <Text size="xs" c="dimmed" component="time" dateTime={new Date(notice.timestamp).toISOString()}>
          {momentText(notice.timestamp, document.documentElement.dataset.timeZone)}
        </Text>
      )}
      {notice.actions && notice.actions.length > 0 && (
        <Group gap="xs" mt="xs">
          {notice.actions.map((action) => (
            <Button
              key={action.label}
              size="compact-sm"
              variant="light"
              onClick={() => {
                action.onPress()
                close()
              }}
            >
              {action.label}
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}
