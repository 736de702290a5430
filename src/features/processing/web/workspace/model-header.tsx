// Head of both tool pages: where one is, what the model does, what it costs, how long it takes, and its neighbours
// (document 2 §2; U-18).
import { Badge, Text, Title } from '@mantine/core'
import { IconClock, IconCoin } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { panelEstimate } from '#rulebook/runs/estimates.ts'
import { usualText } from '#rulebook/runs/tool-page-texts.ts'
import { NAVIGATION_TEXTS } from '#rulebook/site/navigation.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import classes from './tool-page.module.css'

interface ModelHeaderProps {
  readonly model: ModelConfig
  /** Undefined while only the documents' range is known. */
  readonly usualSeconds: number | undefined
}

export function ModelHeader({ model, usualSeconds }: ModelHeaderProps) {
  const toolName = TOOLS[model.tool].displayName
  return (
    <header className={classes.header}>
      <nav aria-label={NAVIGATION_TEXTS.tools}>
        <ol className={classes.trail}>
          <li>
            <Link to={PATHS.catalogue}>{NAVIGATION_TEXTS.tools}</Link>
          </li>
          <li>{toolName}</li>
          <li aria-current="page">{model.displayName}</li>
        </ol>
      </nav>
      <div className={classes.titleLine}>
        <Title order={1}>{model.displayName}</Title>
        <div className={classes.tags}>
          <Badge variant="light" color="jade" size="lg" leftSection={<IconCoin size={14} aria-hidden />}>
            {fillText(CREDIT_TEXTS.credits, { credits: model.credits })}
          </Badge>
          <Badge variant="light" color="gray" size="lg" leftSection={<IconClock size={14} aria-hidden />}>
            {usualSeconds === undefined ? panelEstimate(model) : usualText(usualSeconds)}
          </Badge>
        </div>
      </div>
      <Text c="dimmed">{model.description}</Text>
      <Neighbours model={model} />
    </header>
  )
}

/** The other models of the same tool, one step away; the current picture stays. */
function Neighbours({ model }: { readonly model: ModelConfig }) {
  const models = MODELS.filter(({ tool }) => tool === model.tool)
  if (models.length < 2) return null
  return (
    <nav className={classes.neighbours} aria-label={TOOLS[model.tool].displayName}>
      {models.map(({ key, route, displayName }) => (
        <Link key={key} to={route} className={classes.neighbour} aria-current={key === model.key ? 'page' : undefined}>
          {displayName}
        </Link>
      ))}
    </nav>
  )
}
