// The start button with the price of this run; on phones it stays at the lower edge of the window until the run starts (document 2 §2, §5).
import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { SessionView } from '#platform/web/http/session-context.ts'
import { needed } from '#platform/web/prehydration-attributes.ts'
import { CREDIT_TEXTS, type Price } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { PriceNote } from './price-note.tsx'
import classes from './start-bar.module.css'

interface StartBarProps {
  readonly price: Price
  readonly session: SessionView
  readonly hasPicture: boolean
  readonly isRunning: boolean
  readonly hasResult: boolean
  /** Why nothing can be started now; shown under the disabled button. */
  readonly obstacle: string | undefined
  readonly onStart: () => void
}

export function StartBar({ price, session, hasPicture, isRunning, hasResult, obstacle, onStart }: StartBarProps) {
  const label = hasResult ? RUN_PANEL_TEXTS.again : TOOL_PAGE_TEXTS.start
  const credits = fillText(CREDIT_TEXTS.credits, { credits: price.credits })
  // Otherwise it would only cover what is wanted then: the uploader, cancel, download.
  const isNextStep = hasPicture && !isRunning && !hasResult
  return (
    <div className={classes.bar} {...needed(price.credits)} data-next={isNextStep || undefined}>
      <PriceNote price={price} session={session} />
      <div className={isNextStep ? classes.sticky : undefined}>
        <Button
          size="lg"
          fullWidth
          variant={hasResult ? 'default' : 'filled'}
          disabled={isRunning || obstacle !== undefined}
          onClick={onStart}
          leftSection={isRunning ? undefined : <IconSparkles size={20} aria-hidden />}
          aria-describedby={obstacle ? 'start-obstacle' : undefined}
        >
          {isRunning ? TOOL_PAGE_TEXTS.processing : `${label} · ${credits}`}
        </Button>
        {obstacle && !isRunning && (
          <p id="start-obstacle" className={classes.obstacle}>
            {obstacle}
          </p>
        )}
      </div>
    </div>
  )
}
