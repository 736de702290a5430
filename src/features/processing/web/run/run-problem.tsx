// Why a run was refused or failed, that it cost nothing, and the way on (document 2 §8; C-07, C-30).

import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { loginAddress } from '#rulebook/site/guard.ts'
import { creditsAddress } from '#rulebook/site/site-map.ts'
import classes from './progress-card.module.css'
import type { RunState } from './run-state.ts'
import { useBroughtIntoView } from './use-brought-into-view.ts'

interface RunProblemProps {
  readonly run: RunState
  /** Starts again with the same picture; undefined while nothing can be started. */
  readonly onRetry: (() => void) | undefined
}

const consentPrompt = lazyPart(() => import('../consent/consent-prompt.tsx'))

export function RunProblem(props: RunProblemProps) {
  const asksConsent = codeOf(props.run.error) === 'consent-needed'
  const prompt = useLazyPart(consentPrompt, asksConsent)
  if (asksConsent && prompt) return <prompt.ConsentPrompt onAgreed={props.onRetry} />
  return <Problem {...props} />
}

function Problem({ run, onRetry }: RunProblemProps) {
  // A job that ended is known to be free of charge; a start without an answer is not.
  const isKnown = run.job !== undefined || isRefusal(run.error)
  const session = useSessionView()
  const isReturned = run.job !== undefined && !hasUnlimitedAi(session)
  /** Its text mentions the price already (C-48); what ended completed was paid. */
  const hasOwnExplanation = codeOf(run.error) === 'emergency-stop' || run.job?.status === 'completed'
  const ref = useBroughtIntoView<HTMLDivElement>()
  return (
    <Alert
      ref={ref}
      className={classes.brought}
      color="red"
      role="alert"
      title={RUN_TEXTS.failedTitle}
      icon={<IconAlertCircle size={18} aria-hidden />}
    >
      <Text size="sm">{messageOf(run.error)}</Text>
      {codeOf(run.error) === 'engine-instead' && <Text size="sm">{RUN_TEXTS.agreeByStart}</Text>}
      {!hasOwnExplanation && (
        <Text size="sm">{RUN_TEXTS[isKnown ? (isReturned ? 'returned' : 'notCharged') : 'safeRepeat']}</Text>
      )}
      <WayOn code={codeOf(run.error)} />
      {onRetry && run.job !== undefined && (
        <Button
          size="sm"
          mt="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
        >
          {RUN_TEXTS.tryAgain}
        </Button>
      )}
    </Alert>
  )
}

function WayOn({ code }: { readonly code: unknown }) {
  const { pathname } = useLocation()
  if (code === 'insufficient-credits')
    return (
      <Anchor component={Link} to={creditsAddress(pathname)} fw={600} size="sm">
        {RUN_PANEL_TEXTS.moreCredits}
      </Anchor>
    )
  if (code === 'login-required' || code === 'session-expired')
    return (
      <Anchor component={Link} to={loginAddress(pathname)} fw={600} size="sm">
        {RUN_TEXTS.signIn}
      </Anchor>
    )
  return null
}
