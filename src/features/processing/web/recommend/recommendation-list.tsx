// The recommended tools, each with its reason and price and a link that takes the current picture along.
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { Recommendation } from '#rulebook/runs/recommendations.ts'
import classes from './recommendation.module.css'

export const RecommendationList = ({ recommendations }: { readonly recommendations: readonly Recommendation[] }) => (
  <ul className={classes.list}>
    {recommendations.map(({ model, reason }) => (
      <li key={model.key}>
        <Link to={model.route} className={classes.row}>
          <span className={classes.words}>
            <span className={classes.name}>
              {model.displayName}
              <span className={classes.price}>{fillText(CREDIT_TEXTS.credits, { credits: model.credits })}</span>
            </span>
            <span className={classes.reason}>{reason}</span>
          </span>
          <IconChevronRight size={18} aria-hidden className={classes.arrow} />
        </Link>
      </li>
    ))}
  </ul>
)
