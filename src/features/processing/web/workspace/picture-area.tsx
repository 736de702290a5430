// The left side of a tool page in each state of the flow: upload area, current picture, running job, result (document 2 §2, §4).
import { useEffect } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { Uploader } from '../picture/uploader.tsx'
import { compareView, currentPictureArea, loadWhenIdle, uploadProblem } from './lazy-parts.ts'
import type { PictureAreaProps } from './picture-area-props.ts'
import { PicturePlaceholder } from './picture-placeholder.tsx'
import classes from './tool-page.module.css'
import { pictureOf, runOf, useWorkspaceState } from './workspace-store.ts'

export function PictureArea(props: PictureAreaProps) {
  const picture = useWorkspaceState(pictureOf)
  const run = useWorkspaceState(runOf)
  const isUploading = useWorkspaceState((state) => state.upload.phase === 'uploading')
  const isChoosing = !picture || isUploading
  const Kept = useLazyPart(uploadProblem, useSessionView().isAuthenticated)?.KeptPicture
  useEffect(loadWhenIdle, [])
  const CompareView = useLazyPart(compareView, picture !== undefined || isUploading)?.CompareView
  const parts = useLazyPart(currentPictureArea, !isChoosing || run.phase === 'failed')
  if (isChoosing)
    return (
      <div className={classes.picture}>
        {run.phase === 'failed' && parts && <parts.RunProblem run={run} onRetry={props.onRetry} />}
        {Kept && <Kept />}
        <Uploader isOver={props.isOver} />
      </div>
    )
  if (parts) return <parts.CurrentPictureArea {...props} picture={picture} CompareView={CompareView} />
  return (
    <div className={classes.picture}>
      <PicturePlaceholder picture={picture} label={UPLOADER_TEXTS.restoring} />
    </div>
  )
}
