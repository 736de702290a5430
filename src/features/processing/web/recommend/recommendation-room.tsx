// The room below the picture for what would help it (issue 5, part 4). On a phone its height is fixed before anything is known, so that
// the parameters below stay under the hand; what stands in it is loaded when there is a picture.
import { latePart, useLatePart } from '#platform/web/late-part.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { HeldPicture } from '../picture/held-picture.ts'
import classes from '../workspace/tool-page.module.css'

export const recommendationCard = latePart(() => import('./recommendation-card.tsx'))

interface RecommendationRoomProps {
  readonly model: ModelConfig
  readonly picture: HeldPicture
  readonly isConfirmed: boolean
}

/** Nothing for a result: it has been helped already. */
export function RecommendationRoom({ model, picture: { source, isTrial }, isConfirmed }: RecommendationRoomProps) {
  const isAsked = 'uploadId' in source
  const Card = useLatePart(recommendationCard, isAsked && isConfirmed)?.RecommendationCard
  if (!isAsked) return null
  return (
    <div className={classes.recommendation}>
      {Card && isConfirmed && !isTrial && <Card model={model} uploadId={source.uploadId} />}
    </div>
  )
}
