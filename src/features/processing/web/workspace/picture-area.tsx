// The left side of a tool page in each state of the flow: upload area, held picture, running job, result (document 2 §2, §4).
import { useEffect } from 'react'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { Uploader } from '../picture/uploader.tsx'
import type { CurrentPictureView } from '../picture/use-current-picture.ts'
import type { ToolUploader, UploadControl } from '../picture/use-upload.ts'
import type { RunControl } from '../run/use-run.ts'
import { compareView, currentPictureArea, loadWhenIdle } from './lazy-parts.ts'
import { PicturePlaceholder } from './picture-placeholder.tsx'
import classes from './tool-page.module.css'

export interface PictureAreaProps {
  readonly model: ModelConfig
  readonly uploader: ToolUploader
  readonly uploadControl: UploadControl
  readonly held: CurrentPictureView
  readonly control: RunControl
  readonly isOver: boolean
  readonly isReselected: boolean
  readonly onReselect: () => void
  /** Undefined while nothing can be started. */
  readonly onRetry: (() => void) | undefined
}

export function PictureArea(props: PictureAreaProps) {
  const { uploader, uploadControl, held, control, isOver } = props
  const { picture } = held
  const isChoosing = !picture || uploadControl.upload.phase === 'uploading'
  useEffect(loadWhenIdle, [])
  const isWanted = picture !== undefined || uploadControl.upload.phase === 'uploading'
  const CompareView = useLazyPart(compareView, isWanted)?.CompareView
  const parts = useLazyPart(currentPictureArea, !isChoosing || control.run.phase === 'failed')
  if (isChoosing)
    return (
      <div className={classes.picture}>
        {control.run.phase === 'failed' && parts && <parts.RunProblem run={control.run} onRetry={props.onRetry} />}
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
  if (parts) return <parts.CurrentPictureArea {...props} picture={picture} CompareView={CompareView} />
  return (
    <div className={classes.picture}>
      <PicturePlaceholder picture={picture} label={UPLOADER_TEXTS.restoring} />
    </div>
  )
}
