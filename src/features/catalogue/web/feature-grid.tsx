// The feature grid of the landing page: 11 features in four groups with their price (document 1 §2; C-07, C-18).
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { FEATURE_GROUPS } from '#rulebook/site/landing.ts'
import { LANDING_TEXTS } from '#rulebook/site/landing-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ToolKey } from '#rulebook/tools/model.ts'
import { CATEGORIES, TOOLS } from '#rulebook/tools/tool.ts'
import { CategoryIcon } from './category-icon.tsx'
import classes from './feature-grid.module.css'

export function FeatureGrid() {
  return (
    <>
      <div className={classes.grid}>
        {FEATURE_GROUPS.map(({ tool }) => (
          <FeatureGroup key={tool} tool={tool} />
        ))}
      </div>
      <p className={classes.more}>
        <Link to={PATHS.catalogue}>{LANDING_TEXTS.moreTools}</Link>
      </p>
    </>
  )
}

function FeatureGroup({ tool }: { readonly tool: ToolKey }) {
  const category = CATEGORIES.find(({ key }) => key === TOOLS[tool].category)!
  return (
    <section className={classes.group} aria-label={category.title}>
      <h3 className={classes.title}>
        <CategoryIcon category={category.key} sizePx={22} />
        {category.title}
        <span className={classes.credits}>{fillText(CREDIT_TEXTS.credits, { credits: TOOLS[tool].credits })}</span>
      </h3>
      <ul className={classes.list}>
        {MODELS.filter((model) => model.tool === tool).map((model) => (
          <li key={model.key}>
            <Link to={model.route} className={classes.feature}>
              <span className={classes.name}>{model.displayName}</span>
              <span className={classes.description}>{model.description}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
