// The picture of the visitor: own, from the provider, drawn from the id, or none (document 1 §2; P-20).
import { IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { GeneratedAvatar } from '#platform/web/ui/generated-avatar.tsx'
import { FACE_ATTRIBUTE } from '../start/start-messages.ts'
import type { Visitor } from './visitor.ts'
import classes from './visitor-avatar.module.css'

interface VisitorAvatarProps {
  readonly visitor: Visitor
  readonly sizePx: number
}

export const VisitorAvatar = ({ visitor, sizePx }: VisitorAvatarProps) => (
  // Another element when it is known who it is: the deferred start has painted the ground of the first (decision 0017).
  <span
    key={visitor.state}
    className={classes.avatar}
    style={{ width: sizePx, height: sizePx }}
    {...(visitor.state === 'loading' && { [FACE_ATTRIBUTE]: '' })}
  >
    <Face visitor={visitor} sizePx={sizePx} />
  </span>
)

function Face({ visitor: { avatar }, sizePx }: VisitorAvatarProps) {
  const [failed, setFailed] = useState<string>()
  if (avatar?.kind === 'generated') return <GeneratedAvatar seed={avatar.seed} sizePx={sizePx} />
  if (avatar?.kind !== 'image' || avatar.url === failed) return <IconUser size={sizePx * 0.6} aria-hidden />
  return <img src={avatar.url} alt="" referrerPolicy="no-referrer" onError={() => setFailed(avatar.url)} />
}
