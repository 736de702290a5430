// Who is signed in: picture, name and account type, as the user dropdown and the profile area show it (document 1 §2).
import { Badge } from '@mantine/core'
import type { Visitor } from './visitor.ts'
import { VisitorAvatar } from './visitor-avatar.tsx'
import classes from './visitor-identity.module.css'

interface VisitorIdentityProps {
  readonly visitor: Visitor
  readonly avatarPx: number
  /** Class of the row; its gap belongs to the place. */
  readonly className?: string
}

export function VisitorIdentity({ visitor, avatarPx, className }: VisitorIdentityProps) {
  return (
    <div className={`${classes.person} ${className ?? ''}`}>
      <VisitorAvatar visitor={visitor} sizePx={avatarPx} />
      <div className={classes.names}>
        <div className={classes.name}>{visitor.displayName}</div>
        <Badge size="sm" variant="light" tt="none">
          {visitor.typeLabel}
        </Badge>
      </div>
    </div>
  )
}
