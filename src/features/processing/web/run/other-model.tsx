// Another model of the category, on the same picture or on its result: the choice of the picture and one press.

import { Button, Popover, Text } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import { NAVIGATION_TEXTS } from '#rulebook/site/navigation.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import classes from './result-bar.module.css'

interface OtherModelProps {
  readonly model: ModelConfig
  /** Holds the result in the place of the original; the page of the other model then starts from it. */
  readonly onHoldResult: () => void
}

const CHOICES = [
  { value: 'original', label: RESULT_TEXTS.onOriginal },
  { value: 'result', label: RESULT_TEXTS.onResult },
]

export function OtherModel({ model, onHoldResult }: OtherModelProps) {
  const [choice, setChoice] = useState('original')
  const others = MODELS.filter(({ category, key }) => category === model.category && key !== model.key)
  const leave = () => choice === 'result' && onHoldResult()
  return (
    <Popover position="bottom" width={320} trapFocus withinPortal shadow="lg">
      <Popover.Target>
        <Button size="sm" variant="default" leftSection={<IconSwitchHorizontal size={16} aria-hidden />}>
          {RESULT_TEXTS.otherModel}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={RESULT_TEXTS.otherModel}>
        <div className={classes.export}>
          <ChoiceBar label={RESULT_TEXTS.startFrom} choices={CHOICES} value={choice} onChange={setChoice} />
          <ul className={classes.models}>
            {others.map(({ key, route, displayName, credits }) => (
              <li key={key}>
                <Link to={route} className={classes.model} onClick={leave}>
                  <span>{displayName}</span>
                  <Text span size="xs" c="dimmed">
                    {fillText(CREDIT_TEXTS.credits, { credits })}
                  </Text>
                </Link>
              </li>
            ))}
            <li>
              <Link to={PATHS.catalogue} className={classes.model} onClick={leave}>
                {NAVIGATION_TEXTS.viewAllTools}
              </Link>
            </li>
          </ul>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
