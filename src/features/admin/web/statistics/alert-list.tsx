// Alerts of the system and warnings of the pool: red before yellow, green when all is well (P-14; U-64).
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { SystemAlert } from '#rulebook/admin/system-health.ts'
import classes from './statistics.module.css'

const ICONS = { red: IconAlertTriangle, yellow: IconInfoCircle, green: IconCircleCheck } as const

export const AlertList = ({ alerts }: { readonly alerts: readonly SystemAlert[] }) => (
  <ul className={classes.alerts}>
    {alerts.map(({ colour, text }) => {
      const Icon = ICONS[colour]
      return (
        <li key={text} data-colour={colour}>
          <Icon size={20} aria-hidden />
          {text}
        </li>
      )
    })}
  </ul>
)
