// What this run costs, before it is started (document 2 §2; C-05, C-07, C-08): the same number as on the start button.
import { Text } from '@mantine/core'
import type { SessionView } from '#platform/web/http/session-context.ts'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { prehydratedText } from '#platform/web/prehydration-attributes.ts'
import { CREDIT_TEXTS, featureAllowed, type Price } from '#rulebook/credits/credits.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { panelNotices } from '../workspace/lazy-parts.ts'
import { shortageOf } from './credit-shortage.ts'
import classes from './start-bar.module.css'

interface PriceNoteProps {
  readonly price: Price
  readonly session: SessionView
}

export function PriceNote({ price, session }: PriceNoteProps) {
  return (
    <div>
      {hasUnlimitedAi(session) ? <NoPrice price={price} /> : <RunPrice price={price} session={session} />}
      <NotEnough price={price} session={session} />
    </div>
  )
}

/** Where nothing is taken, the list price is called what it is (C-05). Two lines, as before it was known who is here: nothing moves. */
const NoPrice = ({ price }: Pick<PriceNoteProps, 'price'>) => (
  <>
    <Text size="sm" fw={600} data-testid="cost-note">
      {CREDIT_TEXTS.unlimited}
    </Text>
    <Text size="sm" c="dimmed">
      {fillText(RUN_PANEL_TEXTS.listPrice, { credits: price.listCredits })}
    </Text>
  </>
)

function RunPrice({ price, session: { creditsRemaining } }: PriceNoteProps) {
  return (
    <>
      <Text size="sm" fw={600} data-testid="cost-note">
        {fillText(CREDIT_TEXTS.costNote, { credits: price.credits })}
        {price.reason && (
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            {fillText(RUN_PANEL_TEXTS.listPrice, { credits: price.listCredits })}
          </Text>
        )}
      </Text>
      {price.reason && (
        <Text size="xs" c="dimmed">
          {price.reason}
        </Text>
      )}
      {/* Its line stands before the number is known: nothing moves when it comes. */}
      <Text size="sm" c="dimmed" className={classes.balance} {...prehydratedText(RUN_PANEL_TEXTS.balance)}>
        {creditsRemaining === undefined ? '' : fillText(RUN_PANEL_TEXTS.balance, { n: creditsRemaining })}
      </Text>
    </>
  )
}

/** Shown before the press. */
function NotEnough({ price, session }: PriceNoteProps) {
  const shortage = shortageOf(session, price)
  const isBlocked = session.creditsRemaining !== undefined && !featureAllowed(session, Number.POSITIVE_INFINITY)
  const Refusal = useLazyPart(panelNotices, isBlocked || shortage !== undefined)?.CreditsRefusal
  return Refusal && (isBlocked || shortage) ? <Refusal shortage={shortage} /> : null
}
