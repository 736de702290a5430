// The start button with the price of this run, or the way to more credits where they do not suffice; on phones it stays at the lower edge of the
// window until the run starts (document 2 §2, §5).
import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import type { SessionView } from '#platform/web/http/session-context.ts'
import { needed } from '#platform/web/prehydration-attributes.ts'
import { CREDIT_TEXTS, type Price } from '#rulebook/credits/credits.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { creditsAddress } from '#rulebook/site/site-map.ts'
import bottomBar from './bottom-bar.module.css'
import { shortageOf } from './credit-shortage.ts'
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
  const verb = hasResult ? RUN_PANEL_TEXTS.again : TOOL_PAGE_TEXTS.start
  const label = hasUnlimitedAi(session)
    ? verb
    : `${verb} · ${fillText(CREDIT_TEXTS.credits, { credits: price.credits })}`
  // Otherwise it would only cover what is wanted then: the uploader, cancel, download.
  const isNextStep = hasPicture && !isRunning && !hasResult
  const isShort = !isRunning && shortageOf(session, price) !== undefined
  const variant = hasResult ? 'default' : 'filled'
  const { pathname } = useLocation()
  return (
    <div className={classes.bar} {...needed(price.credits)} data-next={isNextStep || undefined}>
      <PriceNote price={price} session={session} />
      <div className={isNextStep ? bottomBar.bar : undefined}>
        {isShort ? (
          <Button component={Link} to={creditsAddress(pathname)} size="lg" fullWidth variant={variant}>
            {RUN_PANEL_TEXTS.moreCredits}
          </Button>
        ) : (
          <Button
            size="lg"
            fullWidth
            variant={variant}
            disabled={isRunning || obstacle !== undefined}
            onClick={onStart}
            leftSection={isRunning ? undefined : <IconSparkles size={20} aria-hidden />}
            aria-describedby={obstacle ? 'start-obstacle' : undefined}
          >
            {isRunning ? TOOL_PAGE_TEXTS.processing : label}
          </Button>
        )}
        {obstacle && !isRunning && !isShort && (
          <p id="start-obstacle" className={classes.obstacle}>
            {obstacle}
          </p>
        )}
      </div>
    </div>
  )
}
