// The left side of a tool page in each state of the flow: upload area, held picture, running job, result (document 2 §2, §4).
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { latePart, useLatePart } from '#platform/web/late-part.ts'
import { PROCESSING_OVERLAY_TEXT } from '#rulebook/progress.ts'
import { RECENT_PICTURE_TEXTS, RESULT_TEXTS, RUN_PANEL_TEXTS, UPLOADER_TEXTS } from '#rulebook/tool-page-texts.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { sizeText, UPLOAD_TEXTS } from '#rulebook/upload.ts'
import type { HeldPicture } from './picture/held-picture.ts'
import { Uploader, UploadProblem } from './picture/uploader.tsx'
import type { HeldPictureView } from './picture/use-held-picture.ts'
import type { ToolUploader, UploadControl } from './picture/use-upload.ts'
import { RecommendationRoom } from './recommend/recommendation-room.tsx'
import { ProgressCard } from './run/progress-card.tsx'
import { RunProblem } from './run/run-problem.tsx'
import { isBusy, isShowingRun } from './run/run-state.ts'
import type { RunControl } from './run/use-run.ts'
import classes from './tool-page.module.css'

interface PictureAreaProps {
  readonly model: ModelConfig
  readonly uploader: ToolUploader
  readonly uploadControl: UploadControl
  readonly held: HeldPictureView
  readonly control: RunControl
  readonly isOver: boolean
  readonly isReselected: boolean
  readonly onReselect: () => void
  /** Undefined while nothing can be started. */
  readonly onRetry: (() => void) | undefined
}

/** Not needed before there is a picture. */
export const compareView = latePart(() => import('./compare/compare-view.tsx'))

export function PictureArea(props: PictureAreaProps) {
  const { uploader, uploadControl, held, control, isOver } = props
  const { picture } = held
  useLatePart(compareView, picture !== undefined || uploadControl.upload.phase === 'uploading')
  if (!picture || uploadControl.upload.phase === 'uploading')
    return (
      <div className={classes.picture}>
        {control.run.phase === 'failed' && <RunProblem run={control.run} onRetry={props.onRetry} />}
        <Uploader
          model={props.model}
          uploader={uploader}
          control={uploadControl}
          isOver={isOver}
          takesFocus={props.isReselected}
          onHold={(chosen) => {
            control.clear()
            held.hold(chosen)
          }}
        />
      </div>
    )
  return (
    <div className={classes.picture}>
      <PictureHead {...props} picture={picture} />
      {uploadControl.upload.problem !== undefined && <UploadProblem control={uploadControl} />}
      {control.run.phase === 'failed' && <RunProblem run={control.run} onRetry={props.onRetry} />}
      {held.isUnreachable && <Unreachable onRetry={held.refresh} />}
      <HeldOrRunning {...props} picture={picture} />
      <RecommendationRoom model={props.model} picture={picture} isConfirmed={held.isConfirmed} />
    </div>
  )
}

const factsOf = ({ source, width, height, sizeBytes }: HeldPicture): string =>
  ['parentJobId' in source && RECENT_PICTURE_TEXTS.result, `${width} × ${height}`, sizeBytes > 0 && sizeText(sizeBytes)]
    .filter(Boolean)
    .join(' · ')

type WithPicture = PictureAreaProps & { readonly picture: HeldPicture }

const PictureHead = ({ picture, control, onReselect }: WithPicture) => (
  <div className={classes.pictureHead}>
    <div className={classes.fileName}>
      <Text size="sm" fw={600} truncate>
        {picture.name}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {factsOf(picture)}
      </Text>
    </div>
    {!isBusy(control.run) && (
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

function HeldOrRunning({ model, picture, held, control, onReselect }: WithPicture) {
  const { run } = control
  const CompareView = useLatePart(compareView)?.CompareView
  const style = { '--compare-ratio': String(picture.width / picture.height) } as React.CSSProperties
  if (isShowingRun(run))
    return (
      <section className={classes.waiting} style={style} aria-label={PROCESSING_OVERLAY_TEXT} aria-busy>
        <img src={picture.viewAddress} alt="" />
        <ProgressCard model={model} control={control} onOtherPicture={onReselect} />
      </section>
    )
  if (!CompareView || (!held.isConfirmed && !held.isUnreachable))
    return (
      <div className={classes.waiting} style={style} role="status" aria-label={UPLOADER_TEXTS.restoring}>
        <Skeleton height="100%" radius="lg" />
      </div>
    )
  const result = run.phase === 'finished' ? run.job?.result : undefined
  return (
    <CompareView
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
            }
          : undefined
      }
      onFail={() => {
        held.refresh()
        control.renewResult()
      }}
    />
  )
}

const Unreachable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Alert color="orange" role="alert" icon={<IconCloudOff size={18} aria-hidden />} title={RUN_PANEL_TEXTS.lostTitle}>
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {RESULT_TEXTS.reload}
    </Button>
  </Alert>
)
