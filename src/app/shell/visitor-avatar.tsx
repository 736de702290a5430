// The picture of the visitor: own, from the provider, drawn from the id, or none (document 1 §2; P-20).
import { Avatar } from '@mantine/core'
import { GeneratedAvatar } from '#platform/web/generated-avatar.tsx'
import type { Visitor } from './visitor.ts'

export function VisitorAvatar({ visitor, sizePx }: { readonly visitor: Visitor; readonly sizePx: number }) {
  const { avatar } = visitor
  return (
    <Avatar
      size={sizePx}
      radius="xl"
      src={avatar?.kind === 'image' ? avatar.url : null}
      alt=""
      imageProps={{ referrerPolicy: 'no-referrer' }}
    >
      {avatar?.kind === 'generated' ? <GeneratedAvatar seed={avatar.seed} sizePx={sizePx} /> : undefined}
    </Avatar>
  )
}
