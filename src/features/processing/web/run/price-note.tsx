// What this run costs, before it is started (document 2 §2; C-05, C-07, C-08): the same number as on the start button.
import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { messageOf } from '#platform/web/error-message.ts'
import type { SessionView } from '#platform/web/session-context.ts'
import { CREDIT_TEXTS, featureAllowed, type Price } from '#rulebook/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PATHS } from '#rulebook/site-map.ts'
import { hasUnlimitedAi } from '#rulebook/tiers.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/tool-page-texts.ts'

interface PriceNoteProps {
  readonly price: Price
  readonly session: SessionView
}

export function PriceNote({ price, session }: PriceNoteProps) {
  const { creditsRemaining } = session
  return (
    <div>
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
      {hasUnlimitedAi(session) ? (
        <Text size="sm">{CREDIT_TEXTS.unlimited}</Text>
      ) : (
        creditsRemaining !== undefined && (
          <Text size="sm" c="dimmed">
            {fillText(RUN_PANEL_TEXTS.balance, { n: creditsRemaining })}
          </Text>
        )
      )}
      <NotEnough price={price} session={session} />
    </div>
  )
}

/** The refusal, told before the press, with the way to more credits. */
function NotEnough({ price, session }: PriceNoteProps) {
  const { creditsRemaining } = session
  if (creditsRemaining === undefined || featureAllowed(session, creditsRemaining, price.credits)) return null
  const isBlocked = !featureAllowed(session, Number.POSITIVE_INFINITY)
  if (isBlocked) return <Refusal text={messageOf({ code: 'banned' })} />
  const data = { needed: price.credits, remaining: creditsRemaining }
  return (
    <Refusal text={messageOf({ code: 'insufficient-credits', data })}>
      <Anchor component={Link} to={PATHS.profileBilling} fw={600} display="inline-block">
        {RUN_PANEL_TEXTS.buyCredits}
      </Anchor>
    </Refusal>
  )
}

const Refusal = ({ text, children }: { readonly text: string; readonly children?: React.ReactNode }) => (
  <Alert role="status" color="orange" mt="xs" p="sm" icon={<IconAlertTriangle size={18} aria-hidden />}>
    {text} {children}
  </Alert>
)
