// Where notices appear. Loaded after the first paint: no page shows one at once, and what was said before waits in the store.
import '@mantine/core/styles/Notification.css'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { noticeDisplay } from '#platform/web/ui/notices.tsx'
import '@mantine/notifications/styles.css'
import classes from './notice-stack.module.css'
import { keepClear } from './place-notices.ts'

const VISIBLE_NOTICES = 4
const POSITION = 'top-right'

export function NoticeStack() {
  const isShown = useNotifications().notifications.length > 0
  useEffect(() => void noticeDisplay.load().catch(() => {}), [])
  useEffect(() => {
    const stack = document.querySelector<HTMLElement>(`.${classes.stack}[data-position="${POSITION}"]`)
    return isShown && stack ? keepClear(stack) : undefined
  }, [isShown])
  return <Notifications position={POSITION} limit={VISIBLE_NOTICES} className={classes.stack} />
}
