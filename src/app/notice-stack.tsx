// Where notices appear. Loaded after the first paint: no page shows one at once, and what was said before waits in the store.
import '@mantine/core/styles/Notification.css'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { noticeShower } from '#platform/web/ui/notices.tsx'
import '@mantine/notifications/styles.css'
import classes from './notice-stack.module.css'

const VISIBLE_NOTICES = 4

export function NoticeStack() {
  useEffect(() => void noticeShower.load().catch(() => {}), [])
  return <Notifications position="top-right" limit={VISIBLE_NOTICES} className={classes.stack} />
}
