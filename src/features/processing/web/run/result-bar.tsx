// What can be done with a result (document 2 §2; C-37): download, go on with it, try another model, find it in the history.
import { Button, Menu, Text } from '@mantine/core'
import { IconArrowForwardUp, IconDownload, IconHistory, IconSwitchHorizontal } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CREDIT_TEXTS } from '#rulebook/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { NAVIGATION_TEXTS } from '#rulebook/navigation.ts'
import { PATHS } from '#rulebook/site-map.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/tool-page.ts'
import { durationText, RESULT_TEXTS } from '#rulebook/tool-page-texts.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { Job } from '../../contract.ts'
import type { HeldPicture } from '../picture/held-picture.ts'
import classes from './result-bar.module.css'

interface ResultBarProps {
  readonly model: ModelConfig
  readonly job: Job
  readonly before: HeldPicture
  readonly onUseAsInput: () => void
}

/** Chat programs open pages in a window of their own that ignores downloads. */
const isInApp = (): boolean => /MicroMessenger|QQ\/|Weibo/i.test(navigator.userAgent)

const sizeOf = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  `${width} × ${height}`

export function ResultBar({ model, job, before, onUseAsInput }: ResultBarProps) {
  const { result } = job
  if (!result) return null
  const facts = [
    fillText(RESULT_TEXTS.sizes, { before: sizeOf(before), after: sizeOf(result) }),
    fillText(RESULT_TEXTS.seconds, { time: durationText(result.processingSeconds) }),
    job.creditsConsumed > 0 ? fillText(RESULT_TEXTS.charged, { credits: job.creditsConsumed }) : CREDIT_TEXTS.unlimited,
  ]
  return (
    <section className={classes.bar} aria-label={TOOL_PAGE_TEXTS.after}>
      <Text size="sm" c="dimmed" className={classes.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </Text>
      <div className={classes.actions}>
        <Button
          component="a"
          href={result.downloadAddress}
          download
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {TOOL_PAGE_TEXTS.download} PNG
        </Button>
        <Button variant="default" leftSection={<IconArrowForwardUp size={18} aria-hidden />} onClick={onUseAsInput}>
          {RESULT_TEXTS.asInput}
        </Button>
        <OtherModel model={model} />
        <Button
          component={Link}
          to={PATHS.profileHistory}
          variant="subtle"
          leftSection={<IconHistory size={18} aria-hidden />}
        >
          {RESULT_TEXTS.history}
        </Button>
      </div>
      {isInApp() && (
        <Text size="sm" c="dimmed">
          {RESULT_TEXTS.inAppHint}
        </Text>
      )}
    </section>
  )
}

/** The other models of the category, on the same picture; the page clears the result by itself. */
function OtherModel({ model }: { readonly model: ModelConfig }) {
  const others = MODELS.filter(({ category, key }) => category === model.category && key !== model.key)
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconSwitchHorizontal size={18} aria-hidden />}>
          {RESULT_TEXTS.otherModel}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((other) => (
          <Menu.Item
            key={other.key}
            component={Link}
            to={other.route}
            rightSection={<Text size="xs">{fillText(CREDIT_TEXTS.credits, { credits: other.credits })}</Text>}
          >
            {other.displayName}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Divider />}
        <Menu.Item component={Link} to={PATHS.catalogue}>
          {NAVIGATION_TEXTS.viewAllTools}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
