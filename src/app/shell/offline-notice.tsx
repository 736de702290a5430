// Said while the browser has no network; nothing on the page is lost meanwhile (architecture §7).
import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { STATE_TEXTS } from '#rulebook/shell-texts.ts'
import classes from './offline-notice.module.css'

function onChange(tell: () => void): () => void {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className={classes.place}>
      {!isOnline && (
        <p className={classes.notice}>
          <IconWifiOff size={18} stroke={1.6} aria-hidden="true" />
          {STATE_TEXTS.offline}
        </p>
      )}
    </div>
  )
}
