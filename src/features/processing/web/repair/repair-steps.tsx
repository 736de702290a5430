// Each step: what it is for, what it costs, how far it is; left out by a press before it begins.
import { Checkbox, Progress, Text } from '@mantine/core'
import { messageOf } from '#platform/web/http/error-message.ts'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { REPAIR_TEXTS } from '#rulebook/runs/repair.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import classes from './repair.module.css'
import { isBusy, listedSteps, mayRetry, type Repair, type RepairState, type RepairStep } from './repair.ts'

interface RepairStepsProps {
  readonly repair: Repair
  readonly state: RepairState
}

export const RepairSteps = ({ repair, state }: RepairStepsProps) => (
  <ol className={classes.steps}>
    {listedSteps(state).map((step) => (
      <li key={step.model.key} className={classes.step} data-phase={step.isChosen ? step.phase : 'left-out'}>
        <Step repair={repair} step={step} isBusy={isBusy(state)} />
      </li>
    ))}
  </ol>
)

interface StepProps {
  readonly repair: Repair
  readonly step: RepairStep
  readonly isBusy: boolean
}

function Step({ repair, step, isBusy }: StepProps) {
  const { model, reason, credits, isChosen, phase, job, error } = step
  const name = (
    <>
      <strong>{model.displayName}</strong>
      {isChosen && <span className={classes.price}>{fillText(CREDIT_TEXTS.credits, { credits })}</span>}
    </>
  )
  return (
    <>
      {isBusy || phase === 'done' || phase === 'lost' ? (
        <div>
          {name}
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        </div>
      ) : (
        <Checkbox
          label={name}
          description={reason}
          checked={isChosen}
          onChange={(event) => repair.choose(model.key, event.currentTarget.checked)}
        />
      )}
      {isChosen && (isBusy || phase !== 'waiting') && (
        <Text size="sm" c={phase === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {stateText(step)}
          {(phase === 'failed' || phase === 'lost') && error !== undefined && `：${messageOf(error)}`}
          {job?.noEffect?.outcome === 'returned' && `，${REPAIR_TEXTS.noEffect}`}
        </Text>
      )}
      {phase === 'running' && <Progress size="sm" value={job?.progress ?? 0} aria-label={model.displayName} />}
      {isChosen && WAYS_ON.includes(phase) && !isBusy && (
        <div className={classes.stepActions}>
          {mayRetry(step) && (
            <button type="button" className={classes.action} onClick={repair.start}>
              {phase === 'lost' ? RUN_TEXTS.reconnect : REPAIR_TEXTS.retry}
            </button>
          )}
          {phase !== 'lost' && (
            <button type="button" className={classes.action} onClick={() => repair.skip(model.key)}>
              {REPAIR_TEXTS.skip}
            </button>
          )}
        </div>
      )}
    </>
  )
}

const WAYS_ON: readonly RepairStep['phase'][] = ['failed', 'stopped', 'lost']

function stateText({ phase, job }: RepairStep): string {
  const { states } = REPAIR_TEXTS
  if (phase === 'lost') return RUN_TEXTS.lostTitle
  if (phase !== 'running') return states[phase]
  return job?.status === 'processing' ? fillText(states.running, { percent: Math.round(job.progress) }) : states.queued
}
