// Which other tool would help the current picture, or that this one is right, or that nothing is needed.
import { useState } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { findingsText } from '#rulebook/runs/picture-findings.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { isInGoodShape, recommendationsFor } from '#rulebook/runs/recommendations.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import classes from './recommendation.module.css'
import { RecommendationList } from './recommendation-list.tsx'
import { useEstimates } from './use-estimates.ts'

interface RecommendationCardProps {
  readonly model: ModelConfig
  readonly uploadId: string
  readonly sizeBytes: number
}

export function RecommendationCard({ model, uploadId, sizeBytes }: RecommendationCardProps) {
  const { data, isPending } = useEstimates(uploadId)
  if (isPending) return <p className={`${classes.card} ${classes.waiting}`}>{RECOMMENDATION_TEXTS.measuring}</p>
  return data ? <Answer key={uploadId} model={model} sizeBytes={sizeBytes} estimates={data} /> : null
}

interface AnswerProps extends Pick<RecommendationCardProps, 'model' | 'sizeBytes'> {
  readonly estimates: Readonly<Record<string, number>>
}

function Answer({ model, sizeBytes, estimates }: AnswerProps) {
  const [isOpen, setOpen] = useState(false)
  const all = recommendationsFor(estimates)
  if (!all) return null
  const own = all.find((one) => one.model.key === model.key)
  const others = all.filter((one) => one !== own)
  const note = own?.reason ?? findingsText(estimates)
  return (
    <section className={classes.card} aria-label={RECOMMENDATION_TEXTS.label} data-open={isOpen || undefined}>
      <div className={classes.head}>
        <h2 className={classes.title}>{titleOf({ isOwn: own !== undefined, others: others.length, estimates })}</h2>
        {others.length > 1 && (
          <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? RECOMMENDATION_TEXTS.fewer : fillText(RECOMMENDATION_TEXTS.more, { n: others.length - 1 })}
          </button>
        )}
      </div>
      {others.length > 0 ? (
        <RecommendationList recommendations={others} sizeBytes={sizeBytes} />
      ) : (
        note && <p className={classes.note}>{note}</p>
      )}
    </section>
  )
}

interface TitleParts {
  readonly isOwn: boolean
  readonly others: number
  readonly estimates: Readonly<Record<string, number>>
}

function titleOf({ isOwn, others, estimates }: TitleParts): string {
  if (isOwn) return others > 0 ? RECOMMENDATION_TEXTS.fitsAnd : RECOMMENDATION_TEXTS.fits
  const isClean = isInGoodShape(estimates)
  if (others === 0) return isClean ? RECOMMENDATION_TEXTS.clean : RECOMMENDATION_TEXTS.slight
  return isClean ? RECOMMENDATION_TEXTS.cleanSmall : RECOMMENDATION_TEXTS.better
}
