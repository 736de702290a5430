// The left side of a tool page once a picture is there: its name, what went wrong, the running job, the comparison (document 2 §2, §4).
import { Alert, Button, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { sizeText, UPLOAD_TEXTS } from '#rulebook/pictures/upload.ts'
import { STAGE_TEXTS } from '#rulebook/runs/progress.ts'
import { RECENT_PICTURE_TEXTS, RESULT_TEXTS, RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import type { CompareView } from '../compare/compare-view.tsx'
import { PatchRoom } from '../patch/patch-room.tsx'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { KeptPicture } from '../picture/kept-picture.tsx'
import { UploadProblem } from '../picture/upload-problem.tsx'
import { RecommendationRoom } from '../recommend/recommendation-room.tsx'
import { useDoneNotification } from '../run/notify-when-done.tsx'
import { ProgressCard } from '../run/progress-card.tsx'
import { RunProblem } from '../run/run-problem.tsx'
import { isBusy, isShowingRun } from '../run/run-state.ts'
import { useRunEffects } from '../run/use-run-effects.ts'
import { useRunTitle } from '../run/use-run-title.ts'
import { VersionsRoom } from '../versions/versions-room.tsx'
import type { PictureAreaProps } from './picture-area-props.ts'
import { PicturePlaceholder, shapeOf } from './picture-placeholder.tsx'
import classes from './tool-page.module.css'
import { runOf, useWorkspace, useWorkspaceState } from './workspace-store.ts'

export { ResultSide } from './result-side.tsx'
export { RunProblem }

interface WithPicture extends Omit<PictureAreaProps, 'isOver'> {
  readonly picture: CurrentPicture
  /** Undefined until it is loaded. */
  readonly CompareView: typeof CompareView | undefined
}

export function CurrentPictureArea(props: WithPicture) {
  const { picture } = props
  const { model, store, reconnect, refreshPicture, release, hold } = useWorkspace()
  const run = useWorkspaceState(runOf)
  const isConfirmed = useWorkspaceState((state) => state.isConfirmed)
  const isUnreachable = useWorkspaceState((state) => state.isUnreachable)
  const hasUploadProblem = useWorkspaceState(({ upload }) => upload.problem !== undefined)
  const renewResult = useRunEffects(store, reconnect)
  useRunTitle(run)
  useDoneNotification(run, model, picture.name)
  return (
    <div className={classes.picture}>
      <KeptPicture />
      <PictureHead picture={picture} onReselect={isBusy(run) ? undefined : release} />
      {hasUploadProblem && <UploadProblem />}
      {run.phase === 'failed' && <RunProblem run={run} onRetry={props.onRetry} />}
      {isUnreachable && <Unreachable onRetry={refreshPicture} />}
      <HeldOrRunning {...props} renewResult={renewResult} isAnswered={isConfirmed || isUnreachable} />
      <VersionsRoom
        picture={picture}
        job={run.phase === 'finished' ? run.job : undefined}
        isBusy={isBusy(run)}
        onUse={hold}
      />
      {run.phase !== 'finished' && (
        <RecommendationRoom model={model} picture={picture} isWanted={isConfirmed && !isBusy(run)} />
      )}
      {isConfirmed && !isBusy(run) && run.phase !== 'finished' && (
        <PatchRoom
          key={JSON.stringify(picture.source)}
          models={[model]}
          picture={picture}
          current={{ modelKey: model.key, mode: props.settings.mode, params: props.settings.params }}
        />
      )}
    </div>
  )
}

const factsOf = ({ source, width, height, sizeBytes }: CurrentPicture): string =>
  ['parentJobId' in source && RECENT_PICTURE_TEXTS.result, `${width} × ${height}`, sizeBytes > 0 && sizeText(sizeBytes)]
    .filter(Boolean)
    .join(' · ')

interface PictureHeadProps {
  readonly picture: CurrentPicture
  /** Undefined while a run goes on. */
  readonly onReselect: (() => void) | undefined
}

const PictureHead = ({ picture, onReselect }: PictureHeadProps) => (
  <div className={classes.pictureHead}>
    <div className={classes.fileName}>
      <Text size="sm" fw={600} truncate>
        {picture.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {factsOf(picture)}
      </Text>
    </div>
    {onReselect && (
      <Button
        variant="default"
        size="sm"
        className={classes.reselect}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={onReselect}
      >
        {UPLOAD_TEXTS.reselect}
      </Button>
    )}
  </div>
)

interface HeldProps extends WithPicture {
  /** The server was asked for the picture, with whatever success. */
  readonly isAnswered: boolean
  readonly renewResult: () => void
}

function HeldOrRunning({ picture, isAnswered, renewResult, CompareView }: HeldProps) {
  const { refreshPicture } = useWorkspace()
  const run = useWorkspaceState(runOf)
  if (isShowingRun(run))
    return (
      <section className={classes.waiting} style={shapeOf(picture)} aria-label={STAGE_TEXTS.working} aria-busy>
        <img src={picture.viewAddress} alt="" />
        <ProgressCard />
      </section>
    )
  if (!CompareView || !isAnswered) return <PicturePlaceholder picture={picture} label={UPLOADER_TEXTS.restoring} />
  const result = run.phase === 'finished' ? run.job?.result : undefined
  return (
    <CompareView
      opensClose={run.job?.noEffect === null}
      name={picture.name}
      before={{
        address: picture.viewAddress,
        tilesOf: picture.isTrial ? undefined : picture.source,
        width: picture.width,
        height: picture.height,
      }}
      after={
        result && run.job
          ? {
              tilesOf: { parentJobId: run.job.id },
              address: result.viewAddress,
              fullAddress: result.downloadAddress,
              width: result.width,
              height: result.height,
              hasInventedDetail: result.hasInventedDetail,
            }
          : undefined
      }
      onFail={() => {
        refreshPicture()
        renewResult()
      }}
    />
  )
}

const Unreachable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Alert color="orange" role="alert" icon={<IconCloudOff size={18} aria-hidden />} title={RUN_TEXTS.lostTitle}>
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {RESULT_TEXTS.reload}
    </Button>
  </Alert>
)
