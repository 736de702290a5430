// The steps with what each costs, how far they are, and the picture before and after.
import { Button, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { CREDIT_TEXTS, featureAllowed } from '#rulebook/credits/credits.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { REPAIR_TEXTS } from '#rulebook/runs/repair.ts'
import { START_GUARD_ERRORS } from '#rulebook/runs/start-guards.ts'
import { durationText, RUN_PANEL_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { creditsAddress, PATHS } from '#rulebook/site/site-map.ts'
import { CompareView } from '../compare/compare-view.tsx'
import { ConsentPrompt } from '../consent/consent-prompt.tsx'
import type { CurrentPicture } from '../picture/current-picture.ts'
import classes from './repair.module.css'
import {
  hasBegun,
  isBusy,
  isFinished,
  lastResult,
  mayRetry,
  type Repair,
  type RepairState,
  type RepairStep,
  stoppedStep,
} from './repair.ts'
import { RepairSteps } from './repair-steps.tsx'
import { useRepair } from './use-repair.ts'
import { useRepairSeconds } from './use-repair-seconds.ts'

interface WorkshopProps {
  readonly picture: CurrentPicture
  readonly steps: readonly Pick<RepairStep, 'model' | 'reason' | 'credits'>[]
  readonly onRestart: () => void
}

export function RepairWorkshop({ picture, steps, onRestart }: WorkshopProps) {
  const { repair, state } = useRepair(picture, steps)
  const isFree = hasUnlimitedAi(useSessionView())
  const last = lastResult(state)
  return (
    <>
      <CompareView
        name={picture.name}
        before={{
          address: picture.viewAddress,
          tilesOf: picture.source,
          width: picture.width,
          height: picture.height,
        }}
        after={
          last?.result
            ? {
                tilesOf: { parentJobId: last.id },
                address: last.result.viewAddress,
                fullAddress: last.result.downloadAddress,
                width: last.result.width,
                height: last.result.height,
                hasInventedDetail: state.steps.some(({ job }) => job?.result?.hasInventedDetail),
              }
            : undefined
        }
      />
      <section className={classes.card} aria-labelledby="repair-steps">
        <h2 id="repair-steps" className={classes.title}>
          {titleOf(state)}
        </h2>
        <RepairSteps repair={repair} state={state} />
        <Problem repair={repair} state={state} />
        <Actions repair={repair} state={state} picture={picture} onRestart={onRestart} />
        {!isFinished(state) && <p className={classes.note}>{REPAIR_TEXTS[noteOf(state, isFree)]}</p>}
      </section>
    </>
  )
}

const isLost = (state: RepairState): boolean => stoppedStep(state)?.phase === 'lost'

function noteOf(state: RepairState, isFree: boolean) {
  if (isBusy(state)) return 'goesOn'
  if (isLost(state)) return isFree ? 'lostNoteFree' : 'lostNote'
  return isFree ? 'noteFree' : 'note'
}

function titleOf(state: RepairState): string {
  if (isFinished(state)) return REPAIR_TEXTS.finished
  if (isBusy(state)) return REPAIR_TEXTS.going
  const name = stoppedStep(state)?.model.displayName
  if (!name) return REPAIR_TEXTS.steps
  if (isLost(state)) return fillText(REPAIR_TEXTS.lostAt, { name })
  return fillText(lastResult(state) ? REPAIR_TEXTS.stoppedAt : REPAIR_TEXTS.stoppedAtFirst, { name })
}

interface PartProps {
  readonly repair: Repair
  readonly state: RepairState
}

/** Where a provider elsewhere has to be agreed to first. */
function Problem({ repair, state }: PartProps) {
  const failed = state.steps.find(({ phase }) => phase === 'failed')
  return codeOf(failed?.error) === 'consent-needed' ? <ConsentPrompt onAgreed={repair.start} /> : null
}

function Actions({ repair, state, picture, onRestart }: PartProps & Pick<WorkshopProps, 'picture' | 'onRestart'>) {
  const session = useSessionView()
  const { pathname } = useLocation()
  const seconds = useRepairSeconds(state.steps, picture)
  const left = state.steps.filter(({ isChosen, phase }) => isChosen && phase !== 'done')
  // What a run under way costs is held already.
  const unpaid = left.filter(({ phase }) => phase !== 'lost')
  const credits = unpaid.reduce((sum, step) => sum + step.credits, 0)
  const isFree = hasUnlimitedAi(session)
  const stopped = stoppedStep(state)
  const download = lastResult(state)?.result?.downloadAddress
  if (isBusy(state)) return <Stop repair={repair} state={state} seconds={seconds} />
  const remaining = session.creditsRemaining ?? 0
  const isShort = !isFree && session.creditsRemaining !== undefined && !featureAllowed(session, remaining, credits)
  return (
    <>
      {unpaid.length > 0 && (
        <Text fw={600}>
          {isFree ? CREDIT_TEXTS.unlimited : fillText(REPAIR_TEXTS.total, { credits })}
          {isFree && <Aside text={fillText(RUN_PANEL_TEXTS.listPrice, { credits })} />}
          {seconds !== undefined && <Aside text={timeText(REPAIR_TEXTS.time, seconds)} />}
        </Text>
      )}
      {isShort && (
        <Text c="var(--mantine-color-error)" role="alert">
          {fillText(START_GUARD_ERRORS['insufficient-credits'], { needed: credits, remaining })}
        </Text>
      )}
      <div className={classes.actions}>
        {download && (
          <Button component="a" href={download} download size="lg" variant={left.length > 0 ? 'default' : 'filled'}>
            {REPAIR_TEXTS.download}
          </Button>
        )}
        {left.length > 0 &&
          (isShort ? (
            <Button component={Link} to={creditsAddress(pathname)} size="lg">
              {REPAIR_TEXTS.more}
            </Button>
          ) : (
            (!stopped || mayRetry(stopped)) && (
              <Button size="lg" onClick={repair.start}>
                {startLabel(hasBegun(state), isFree, credits)}
              </Button>
            )
          ))}
        {hasBegun(state) && (
          <>
            <Button component={Link} to={PATHS.profileHistory} variant="default" size="lg">
              {REPAIR_TEXTS.history}
            </Button>
            <Button variant="default" size="lg" onClick={onRestart}>
              {REPAIR_TEXTS.another}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

const Stop = ({ repair, state, seconds }: PartProps & { readonly seconds: number | undefined }) => (
  <>
    {seconds !== undefined && <Text c="dimmed">{timeText(REPAIR_TEXTS.timeLeft, seconds)}</Text>}
    <Button variant="default" size="lg" onClick={repair.stop} loading={!state.isGoing}>
      {REPAIR_TEXTS.stop}
    </Button>
  </>
)

const Aside = ({ text }: { readonly text: string }) => <Text span c="dimmed">{` · ${text}`}</Text>

const timeText = (text: string, seconds: number): string =>
  fillText(text, { time: durationText(Math.max(1, Math.round(seconds))) })

function startLabel(isBegun: boolean, isFree: boolean, credits: number): string {
  if (isBegun) return REPAIR_TEXTS.resume
  return isFree ? REPAIR_TEXTS.startFree : fillText(REPAIR_TEXTS.start, { credits })
}
