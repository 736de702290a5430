// Beside a result that looks like its picture: that the credits came back, or why they did not (decision 0095).
import { Alert } from '@mantine/core'
import { fillText } from '#rulebook/fill-text.ts'
import { NO_EFFECT_RETURNS_PER_DAY, NO_EFFECT_TEXTS } from '#rulebook/runs/no-effect.ts'
import type { Job } from '../../contract.ts'

export function NoEffectNote({ job: { noEffect } }: { readonly job: Job }) {
  if (!noEffect) return null
  const isReturned = noEffect.outcome === 'returned'
  return (
    <Alert
      role="status"
      variant="light"
      color={isReturned ? 'jade' : 'gray'}
      p="xs"
      title={isReturned && NO_EFFECT_TEXTS.returnedTitle}
    >
      {isReturned
        ? fillText(NO_EFFECT_TEXTS.returned, { n: noEffect.credits })
        : fillText(NO_EFFECT_TEXTS.charged, { limit: NO_EFFECT_RETURNS_PER_DAY })}
    </Alert>
  )
}
