// The overlay of a run (document 2 §4; C-12; U-03): the true stage and share of the work, elapsed and expected time, that
// the page may be left, and a way to stop.
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { expectedMaxSeconds, panelEstimate } from '#rulebook/runs/estimates.ts'
import { mayTakeTens, PROCESSING_OVERLAY_TEXT, STAGE_TEXTS, stageText } from '#rulebook/runs/progress.ts'
import { remainingSeconds } from '#rulebook/runs/remaining-time.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { TOOL_PAGE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { durationText, usualText } from '#rulebook/runs/tool-page-texts.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { Job } from '../../contract.ts'
import { useUsualTime } from '../workspace/use-usual-time.ts'
import { runOf, useWorkspace, useWorkspaceState } from '../workspace/workspace-store.ts'
import { NotifyButton } from './notify-when-done.tsx'
import classes from './progress-card.module.css'
import type { RunState } from './run-state.ts'
import { useBroughtIntoView } from './use-brought-into-view.ts'
import { useElapsedSeconds } from './use-elapsed-seconds.ts'

export function ProgressCard() {
  const { model } = useWorkspace()
  const run = useWorkspaceState(runOf)
  const { task, job } = run
  const usualSeconds = useUsualTime()?.seconds
  const elapsedSeconds = useElapsedSeconds(task?.startTime, task?.endTime)
  const ref = useBroughtIntoView<HTMLDivElement>()
  const percent = Math.round(task?.progress ?? 0)
  const isSlow =
    job?.status === 'processing' && elapsedSeconds - waitedSeconds(job) > slowAfterSeconds(model, usualSeconds)
  return (
    <div ref={ref} className={`${classes.card} ${classes.brought}`}>
      <div className={classes.head}>
        <Text fw={600} size="lg" role="status">
          {titleOf(run)}
        </Text>
        <Text fw={600} size="lg" className={classes.percent}>
          {percent}%
        </Text>
      </div>
      <Progress value={percent} size="lg" animated={run.phase !== 'lost'} aria-label={TOOL_PAGE_TEXTS.processing} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" className={classes.percent}>
          {fillText(RUN_TEXTS.elapsed, { time: durationText(Math.floor(elapsedSeconds)) })}
        </Text>
        <Text size="sm" c="dimmed" className={classes.expected}>
          {leftText(job, elapsedSeconds) ??
            (usualSeconds === undefined ? panelEstimate(model) : usualText(usualSeconds))}
        </Text>
      </Group>
      {run.phase === 'lost' ? (
        <Lost error={run.error} />
      ) : (
        <>
          {/* A line of its own from the beginning, so that the card stands still when a run turns out slow. */}
          <Text size="sm" role={isSlow ? 'status' : undefined}>
            {isSlow ? RUN_TEXTS.slow : mayTakeTens(model, usualSeconds) ? PROCESSING_OVERLAY_TEXT : NO_WORDS}
          </Text>
          <Text size="sm" c="dimmed" className={job ? undefined : classes.reserved}>
            {TOOL_PAGE_TEXTS.leave}
          </Text>
        </>
      )}
      {/* Their room is kept from the first moment to the last, so that the card stands still. */}
      <div className={job && task?.endTime === undefined ? undefined : classes.reserved}>
        <Actions isCancelling={run.isCancelling} />
      </div>
    </div>
  )
}

/** Remaining time by the work that is done; until that is known, the panel's estimate stands in its place. */
function leftText(job: Job | undefined, elapsedSeconds: number): string | undefined {
  const left = job && remainingSeconds(job, elapsedSeconds - waitedSeconds(job))
  return left === undefined
    ? undefined
    : fillText(RUN_TEXTS.remaining, { time: durationText(Math.max(1, Math.round(left))) })
}

/** Twice the usual time, or what the panel has named as the most. */
const slowAfterSeconds = (model: ModelConfig, usualSeconds: number | undefined): number =>
  usualSeconds === undefined ? expectedMaxSeconds(model) : Math.max(SLOW_FACTOR * usualSeconds, SLOW_AT_LEAST_SECONDS)
const SLOW_FACTOR = 2
const NO_WORDS = '\u00a0'
const SLOW_AT_LEAST_SECONDS = 10
/** In the queue, by the server's clock. */
const waitedSeconds = ({ createdAt, startedAt }: Job): number =>
  startedAt ? (Date.parse(startedAt) - Date.parse(createdAt)) / 1000 : 0

function titleOf({ phase, job, isCancelling, isTryingAgain }: RunState): string {
  if (isCancelling) return RUN_TEXTS.cancelling
  if (isTryingAgain) return RUN_TEXTS.startingAgain
  if (phase === 'starting' || !job) return RUN_TEXTS.starting
  if (job.status !== 'pending') return stageText(job.stage)
  if (job.waitingBefore === 0) return STAGE_TEXTS.queued
  return `${STAGE_TEXTS.queued}，${fillText(RUN_TEXTS.waitingBefore, { n: job.waitingBefore })}`
}

const Lost = ({ error }: { readonly error: unknown }) => (
  <Alert color="orange" title={RUN_TEXTS.lostTitle} icon={<IconPlugConnectedX size={18} aria-hidden />}>
    <Text size="sm">{messageOf(error)}</Text>
    <Text size="sm">{RUN_TEXTS.lostBody}</Text>
    <Button size="sm" mt="xs" onClick={useWorkspace().reconnect}>
      {RUN_TEXTS.reconnect}
    </Button>
  </Alert>
)

/** Stopping is asked twice, in place: a dialog would hide the progress that it is about. */
function Actions({ isCancelling }: Pick<RunState, 'isCancelling'>) {
  const { cancelRun, release } = useWorkspace()
  const isFree = hasUnlimitedAi(useSessionView())
  const [isAsking, setAsking] = useState(false)
  const [wasAsked, setAsked] = useState(false)
  const keep = useFocusOn(isAsking)
  const cancel = useFocusOn(!isAsking && wasAsked)
  const ask = (isOpen: boolean) => {
    setAsking(isOpen)
    setAsked(true)
  }
  if (!isAsking)
    return (
      <Group gap="xs">
        <Button ref={cancel} variant="default" size="sm" disabled={isCancelling} onClick={() => ask(true)}>
          {TOOL_PAGE_TEXTS.cancel}
        </Button>
        <Button variant="subtle" size="sm" onClick={release}>
          {RUN_TEXTS.otherPicture}
        </Button>
        <NotifyButton />
      </Group>
    )
  const confirm = () => {
    ask(false)
    void cancelRun()
  }
  return (
    <div className={classes.ask} role="alertdialog" aria-label={RUN_TEXTS.cancelTitle}>
      <Text size="sm" fw={600}>
        {RUN_TEXTS.cancelTitle}
      </Text>
      <Text size="sm" c="dimmed">
        {RUN_TEXTS[isFree ? 'cancelBodyFree' : 'cancelBody']}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="sm" color="red" onClick={confirm}>
          {RUN_TEXTS.cancelConfirm}
        </Button>
        <Button ref={keep} size="sm" variant="default" onClick={() => ask(false)}>
          {RUN_TEXTS.keepRunning}
        </Button>
      </Group>
    </div>
  )
}

/** The button that was pressed is gone: the focus goes on with the one that stands there now. */
function useFocusOn(isWanted: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) ref.current?.focus({ preventScroll: true })
  }, [isWanted])
  return ref
}
