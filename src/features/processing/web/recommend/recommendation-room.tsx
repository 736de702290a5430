// The room below the picture for what would help it. On a phone its height is fixed before anything is known, so that
// the parameters below stay under the hand; what stands in it is loaded when there is a picture.
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import classes from '../workspace/tool-page.module.css'

export const recommendationCard = lazyPart(() => import('./recommendation-card.tsx'))

interface RecommendationRoomProps {
  readonly model: ModelConfig
  readonly picture: CurrentPicture
  /** Not before the picture is confirmed, nor beside a run that has begun; the room itself stays. */
  readonly isWanted: boolean
}

/** Nothing for a result that is run again: it has been helped already. */
export function RecommendationRoom({
  model,
  picture: { source, sizeBytes, isTrial },
  isWanted,
}: RecommendationRoomProps) {
  const isAsked = 'uploadId' in source
  const Card = useLazyPart(recommendationCard, isAsked && isWanted)?.RecommendationCard
  if (!isAsked) return null
  return (
    <div className={classes.recommendation}>
      {Card && isWanted && !isTrial && <Card model={model} uploadId={source.uploadId} sizeBytes={sizeBytes} />}
    </div>
  )
}
