// Picture on the left, parameters and start on the right (document 2 §2, §4). This component joins the parts: the uploader
// gives a picture, picture and parameters give a price, the start gives a run, the run gives a result.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { useOnline } from '#platform/web/ui/use-online.ts'
import { priceOf } from '#rulebook/credits/credits.ts'
import { checkAlternateUpload } from '#rulebook/pictures/upload.ts'
import { RUN_PANEL_TEXTS, UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { uploaderOf } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { ParameterPanel } from '../parameters/parameter-panel.tsx'
import { useParameters } from '../parameters/use-parameters.ts'
import { type CurrentPicture, pictureOfResult, pictureOfUpload } from '../picture/current-picture.ts'
import { useCurrentPicture } from '../picture/use-current-picture.ts'
import { usePictureDrop } from '../picture/use-picture-drop.ts'
import { useUpload } from '../picture/use-upload.ts'
import { processingClient } from '../processing-client.ts'
import { isBusy, isShowingRun, type RunState } from '../run/run-state.ts'
import { StartBar } from '../run/start-bar.tsx'
import { useRecovery } from '../run/use-recovery.ts'
import { useRun } from '../run/use-run.ts'
import { flowStateOf } from './flow-state.ts'
import { currentPictureArea, panelNotices, resultBar } from './lazy-parts.ts'
import { PictureArea } from './picture-area.tsx'
import { shownPrice } from './shown-price.ts'
import classes from './tool-page.module.css'
import { WORKSPACE_COLUMNS } from './workspace-columns.ts'

/** What the provider cannot do changes with the operator's configuration only. */
const useCapabilities = (isReady: boolean) =>
  useQuery({
    enabled: isReady,
    queryKey: ['processing', 'capabilities'],
    queryFn: ({ signal }) => processingClient.capabilities(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

const useUsualSeconds = ({ key }: ModelConfig, isReady: boolean) =>
  useQuery({
    enabled: isReady,
    queryKey: ['processing', 'usual-seconds', key],
    queryFn: ({ signal }) => processingClient.usualSeconds({ modelKey: key }, { signal }),
  }).data?.seconds

interface ToolWorkspaceProps {
  readonly model: ModelConfig
  readonly isStopped: boolean
}

export function ToolWorkspace({ model, isStopped }: ToolWorkspaceProps) {
  const session = useSessionView()
  // The page stands before it is known who is looking (decision 0017): nothing is asked until then.
  const isReady = session.isAuthenticated
  const uploader = uploaderOf(model)
  const held = useCurrentPicture()
  const parameters = useParameters(model)
  const capabilities = useCapabilities(isReady)
  const usualSeconds = useUsualSeconds(model, isReady)
  const isOnline = useOnline()
  // Without a network the old balance stays; the end of the run reads it again.
  const control = useRun(() => void session.refreshProfile().catch(() => {}))
  const { run } = control
  const [selected, setSelected] = useState(0)
  const notices = useLazyPart(panelNotices, isStopped)
  const uploadControl = useUpload(uploader, (record) => {
    control.clear()
    held.hold(pictureOfUpload(record))
  })
  useRecovery({ modelKey: model.key, isReady, held: held.picture, hold: held.hold, attach: control.attach })
  const busy = isBusy(run)
  const isOver = usePictureDrop((file) => !busy && uploadControl.choose(file))
  const { picture } = held
  const settings = { mode: parameters.mode, params: parameters.params, inputHeightPx: picture?.height }
  const price = shownPrice(priceOf(model, settings), run.error)
  const isUploading = uploadControl.upload.phase === 'uploading'

  const obstacle = obstacleOf({
    isOnline,
    isStopped,
    picture,
    uploader,
    isUploading,
    isConfirmed: held.isConfirmed,
    problems: parameters.problems,
  })

  const reselect = () => {
    control.clear()
    uploadControl.reset()
    held.drop()
    setSelected(selected + 1)
  }
  const useResult = () => {
    const next = run.job && pictureOfResult(run.job)
    if (!next) return
    control.clear()
    held.hold(next)
  }
  const start = () =>
    picture &&
    void control.start({
      source: picture.source,
      modelKey: model.key,
      mode: parameters.mode,
      params: parameters.params,
      shownCredits: price.credits,
    })

  return (
    <div
      className={classes.workspace}
      style={WORKSPACE_COLUMNS}
      data-flow={flowStateOf({ isUploading, hasPicture: picture !== undefined, run })}
    >
      <PictureArea
        key={selected}
        model={model}
        uploader={uploader}
        uploadControl={uploadControl}
        held={held}
        control={control}
        isOver={isOver && !busy}
        isReselected={selected > 0}
        onReselect={reselect}
        onRetry={obstacle === undefined ? start : undefined}
      />
      <div className={classes.side}>
        {picture && <ResultSide model={model} run={run} before={picture} onUseAsInput={useResult} />}
        <div className={classes.panel}>
          <ParameterPanel
            model={model}
            parameters={parameters}
            unsupported={capabilities?.unsupportedParams ?? {}}
            isDisabled={busy}
            picture={picture}
            usualSeconds={run.job?.usualSeconds ?? usualSeconds}
          />
          {isStopped && notices && <notices.StoppedNotice />}
          <StartBar
            price={price}
            session={session}
            hasPicture={picture !== undefined && !isUploading}
            isRunning={busy}
            hasResult={run.phase === 'finished'}
            obstacle={obstacle}
            onStart={start}
          />
        </div>
      </div>
    </div>
  )
}

interface ResultSideProps {
  readonly model: ModelConfig
  readonly run: RunState
  readonly before: CurrentPicture
  readonly onUseAsInput: () => void
}

function ResultSide({ run, ...props }: ResultSideProps) {
  const isFinished = run.phase === 'finished'
  const ResultBar = useLazyPart(resultBar, isFinished || isShowingRun(run))?.ResultBar
  const Placeholder = useLazyPart(currentPictureArea)?.ResultPlaceholder
  if (isShowingRun(run) || (isFinished && !ResultBar)) return Placeholder ? <Placeholder /> : null
  return isFinished && ResultBar && run.job ? <ResultBar {...props} job={run.job} /> : null
}

interface Obstacles {
  readonly isOnline: boolean
  readonly isStopped: boolean
  readonly picture: CurrentPicture | undefined
  readonly uploader: 'main' | 'alternate'
  readonly isUploading: boolean
  readonly isConfirmed: boolean
  readonly problems: Readonly<Partial<Record<string, string>>>
}

/** Why nothing can be started now (document 2 §5), in the order in which it can be put right. */
export function obstacleOf(now: Obstacles): string | undefined {
  const { picture, uploader, isUploading, isConfirmed, problems } = now
  if (!now.isOnline) return UPLOADER_TEXTS.offline
  if (now.isStopped) return RUN_PANEL_TEXTS.stopped
  if (!picture || isUploading) return RUN_PANEL_TEXTS.needPicture
  // A picture taken along from a tool with a larger limit (C-11).
  const file = { name: picture.name, type: picture.type, size: picture.sizeBytes }
  const tooLarge = uploader === 'alternate' ? checkAlternateUpload(file) : undefined
  if (tooLarge) return messageOf(tooLarge)
  if (!isConfirmed) return RUN_PANEL_TEXTS.waitPicture
  return Object.values(problems).find((problem) => problem !== undefined)
}
