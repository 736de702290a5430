// /ai: every tool and model with price and time, and a table to compare the tools (document 2 §2 "AI tools catalogue"; C-07, C-12, C-18).
import { Badge, Container, Text, Title } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { BATCH_TIERS_NOTE } from '#rulebook/runs/batch-tiers.ts'
import { catalogueEstimate } from '#rulebook/runs/estimates.ts'
import { CATALOGUE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { NAVIGATION_TEXTS } from '#rulebook/site/navigation.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { searchModels } from '#rulebook/tools/search-models.ts'
import classes from './catalogue-page.module.css'
import { CategoryIcon } from './category-icon.tsx'
import { MODEL_GROUPS, type ModelGroup } from './model-groups.ts'
import { PhotoProblems } from './photo-problems.tsx'
import { ToolComparison } from './tool-comparison.tsx'

export interface CataloguePageParts {
  /** The picture that goes along to the chosen tool. */
  readonly carried?: ReactNode
}

export function CataloguePage({ carried }: CataloguePageParts) {
  const [text, setText] = useState('')
  const found = searchModels(text)
  return (
    <Container size="lg" className={classes.page}>
      <Title order={1}>{PAGE_TITLES.catalogue}</Title>
      <nav aria-label={CATALOGUE_TEXTS.otherWays} className={classes.ways}>
        <Link to={PATHS.repair} className={classes.several}>
          {PAGE_TITLES.repair}
        </Link>
        <span className={classes.way}>
          <Link to={PATHS.batch} className={classes.several}>
            {PAGE_TITLES.batch}
          </Link>
          <Text span size="sm" c="dimmed">
            {BATCH_TIERS_NOTE}
          </Text>
        </span>
      </nav>
      {carried}
      {text === '' && <PhotoProblems />}
      <Search text={text} count={found.size} onText={setText} />
      {MODEL_GROUPS.map((group) => narrowed(group, found))
        .filter(({ subGroups }) => subGroups.length > 0)
        .map((group) => (
          <CatalogueGroup key={group.category.key} group={group} />
        ))}
      {text === '' && <ToolComparison />}
    </Container>
  )
}

const narrowed = ({ category, subGroups }: ModelGroup, found: ReadonlySet<string>): ModelGroup => ({
  category,
  subGroups: subGroups
    .map(({ key, models }) => ({ key, models: models.filter((model) => found.has(model.key)) }))
    .filter(({ models }) => models.length > 0),
})

interface SearchProps {
  readonly text: string
  readonly count: number
  readonly onText: (text: string) => void
}

function Search({ text, count, onText }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  // What was typed into the prerendered page before this program ran.
  useEffect(() => onText(field.current?.value ?? ''), [onText])
  const showAll = () => {
    onText('')
    field.current?.focus() // the button goes away under the keyboard
  }
  return (
    <div className={classes.search}>
      <input
        ref={field}
        type="search"
        className={classes.searchField}
        aria-label={CATALOGUE_TEXTS.search}
        placeholder={CATALOGUE_TEXTS.search}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <p role="status" className={classes.searchNote}>
        {text !== '' && fillText(count > 0 ? CATALOGUE_TEXTS.found : CATALOGUE_TEXTS.noMatch, { n: count, text })}
      </p>
      {count === 0 && (
        <button type="button" className={classes.showAll} onClick={showAll}>
          {CATALOGUE_TEXTS.showAll}
        </button>
      )}
    </div>
  )
}

function CatalogueGroup({ group: { category, subGroups } }: { readonly group: ModelGroup }) {
  return (
    <section className={classes.group} aria-labelledby={`group-${category.key}`}>
      <header className={classes.header}>
        <span className={classes.icon}>
          <CategoryIcon category={category.key} sizePx={24} />
        </span>
        <div>
          <Title order={2} fz="h3" id={`group-${category.key}`}>
            {category.title}
          </Title>
          <Text c="dimmed" size="sm">
            {category.description}
          </Text>
        </div>
      </header>
      {subGroups.map(({ key, models }) => (
        <div key={key ?? category.key}>
          {key && <h3 className={classes.subTitle}>{CATALOGUE_TEXTS[key]}</h3>}
          <ul className={classes.cards}>
            {models.map((model) => (
              <li key={model.key}>
                <ModelCard model={model} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function ModelCard({ model }: { readonly model: ModelConfig }) {
  return (
    <Link to={model.route} className={classes.card}>
      <span className={classes.name}>
        {model.displayName}
        {model.isAsync && (
          <Badge variant="light" size="sm" tt="none">
            {NAVIGATION_TEXTS.advanced}
          </Badge>
        )}
      </span>
      <span className={classes.description}>{model.description}</span>
      <span className={classes.facts}>
        <span className={classes.credits}>{fillText(CREDIT_TEXTS.credits, { credits: model.credits })}</span>
        <span className={classes.time}>
          <IconClock size={15} stroke={1.6} aria-hidden="true" />
          {catalogueEstimate(model)}
        </span>
      </span>
    </Link>
  )
}
