// The recommended tools, each with its reason and price and a link that takes the current picture along.
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { ALTERNATE_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import type { Recommendation } from '#rulebook/runs/recommendations.ts'
import { uploaderOf } from '#rulebook/site/site-map.ts'
import classes from './recommendation.module.css'

interface RecommendationListProps {
  readonly recommendations: readonly Recommendation[]
  /** Size of the picture, where it may be more than a tool takes (C-11). */
  readonly sizeBytes?: number
}

export const RecommendationList = ({ recommendations, sizeBytes = 0 }: RecommendationListProps) => (
  <ul className={classes.list}>
    {recommendations.map(({ model, reason }) => (
      <li key={model.key}>
        <Link to={model.route} className={classes.row}>
          <span className={classes.words}>
            <span className={classes.name}>
              {model.displayName}
              <span className={classes.price}>{fillText(CREDIT_TEXTS.credits, { credits: model.credits })}</span>
            </span>
            <span className={classes.reason}>
              {reason}
              {uploaderOf(model) === 'alternate' && sizeBytes > ALTERNATE_MAX_BYTES && RECOMMENDATION_TEXTS.tooLarge}
            </span>
          </span>
          <IconChevronRight size={18} aria-hidden className={classes.arrow} />
        </Link>
      </li>
    ))}
  </ul>
)
