// Said while the browser has no network; nothing on the page is lost meanwhile (architecture §7).
import { IconWifiOff } from '@tabler/icons-react'
import { useOnline } from '#platform/web/ui/use-online.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import classes from './offline-notice.module.css'

export function OfflineNotice() {
  const isOnline = useOnline()
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
