// The three notification channels with their own durations (document 1 §9; document 2 §9; C-42). Texts come from the rulebook.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CLOSE_NOTICE, type Notice, type NoticeChannel, type NoticeType, noticeDurationMs } from '#rulebook/notices.ts'

const LOOKS: Readonly<Record<NoticeType, { color: string; icon: ReactNode }>> = {
  success: { color: 'jade', icon: <IconCheck size={18} aria-hidden /> },
  error: { color: 'red', icon: <IconX size={18} aria-hidden /> },
  warning: { color: 'orange', icon: <IconAlertTriangle size={18} aria-hidden /> },
  info: { color: 'gray', icon: <IconInfoCircle size={18} aria-hidden /> },
}

type NoticeParts = Omit<Notice, 'id' | 'timestamp'>

/** Shows a notice and answers its id; a persistent one stays until it is closed. */
export function notify(notice: NoticeParts, channel: NoticeChannel = 'notification'): string {
  const id = notifications.show({
    ...LOOKS[notice.type],
    title: notice.title,
    message: <NoticeBody notice={notice} close={() => closeNotice(id)} />,
    autoClose: noticeDurationMs(notice, channel) ?? false,
    role: notice.type === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': CLOSE_NOTICE },
  })
  return id
}

export const closeNotice = (id: string): void => {
  notifications.hide(id)
}

/** Channel 1. */
export const notifySuccess = (message: string): string => notify({ type: 'success', message })
export const notifyError = (message: string): string => notify({ type: 'error', message })
export const notifyWarning = (message: string): string => notify({ type: 'warning', message })
export const notifyInfo = (message: string): string => notify({ type: 'info', message })
/** Channel 2: for what the reader must not miss. */
export const toastError = (message: string): string => notify({ type: 'error', message }, 'toast')
/** Channel 3: of the application itself. */
export const notifyApp = (type: NoticeType, message: string): string => notify({ type, message }, 'app')

function NoticeBody({ notice, close }: { readonly notice: NoticeParts; readonly close: () => void }) {
  return (
    <>
      <Text size="sm" c="var(--mantine-color-text)">
        {notice.message}
      </Text>
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
