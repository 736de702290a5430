// One model in the navigation: name, price, description (document 1 §2; the price is the one that a run costs, C-07).
import { NavLink } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import classes from './tool-link.module.css'

export function ToolLink({
  model,
  withDescription,
}: {
  readonly model: ModelConfig
  readonly withDescription: boolean
}) {
  return (
    <NavLink to={model.route} className={classes.link}>
      <span className={classes.line}>
        <span className={classes.name}>{model.displayName}</span>
        <span className={classes.credits}>{fillText(CREDIT_TEXTS.credits, { credits: model.credits })}</span>
      </span>
      {withDescription && <span className={classes.description}>{model.description}</span>}
    </NavLink>
  )
}
