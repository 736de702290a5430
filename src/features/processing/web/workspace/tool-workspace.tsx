// Picture on the left, parameters and start on the right (document 2 §2, §4). This component joins the parts: the uploader
// gives a picture, picture and parameters give a price, the start gives a run, the run gives a result.
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { useOnline } from '#platform/web/ui/use-online.ts'
import { priceOf } from '#rulebook/credits/credits.ts'
import { checkAlternateUpload } from '#rulebook/pictures/upload.ts'
import type { AiService } from '#rulebook/runs/job-states.ts'
import { RUN_PANEL_TEXTS, UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { uploaderOf } from '#rulebook/site/site-map.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { PatchRequest } from '../../contract.ts'
import { ParameterPanel } from '../parameters/parameter-panel.tsx'
import { type ParameterControl, useParameters } from '../parameters/use-parameters.ts'
import { type CurrentPicture, pictureOfUpload } from '../picture/current-picture.ts'
import { useCurrentPicture } from '../picture/use-current-picture.ts'
import { useDroppedPictures } from '../picture/use-dropped-pictures.ts'
import { useUpload } from '../picture/use-upload.ts'
import { capabilitiesQuery } from '../run/model-queries.ts'
import { isBusy, isShowingRun } from '../run/run-state.ts'
import { StartBar } from '../run/start-bar.tsx'
import { useRecovery } from '../run/use-recovery.ts'
import { useRun } from '../run/use-run.ts'
import { currentPictureArea, panelNotices, quoteNote, resultBar } from './lazy-parts.ts'
import { PictureArea } from './picture-area.tsx'
import { agreedTo, shownPrice } from './shown-price.ts'
import classes from './tool-page.module.css'
import { useUsualTime } from './use-usual-time.ts'
import { WORKSPACE_COLUMNS } from './workspace-columns.ts'
import { flowStateOf, statusOf } from './workspace-state.ts'
import {
  createWorkspaceStore,
  pictureOf,
  useStoreState,
  useWorkspace,
  useWorkspaceState,
  type Workspace,
  WorkspaceProvider,
} from './workspace-store.ts'

const useCapabilities = ({ key }: ModelConfig, isReady: boolean) =>
  useQuery({ ...capabilitiesQuery(key), enabled: isReady }).data

/** As the server names it. */
const OUR_ENGINE: AiService = 'local'

interface ToolWorkspaceProps {
  readonly model: ModelConfig
  readonly isStopped: boolean
  /** What a run here usually takes, for the page's head. */
  readonly onUsualSeconds: (seconds: number | undefined) => void
}

export function ToolWorkspace({ model, isStopped, onUsualSeconds }: ToolWorkspaceProps) {
  const workspace = useNewWorkspace(model)
  const { store, start } = workspace
  const session = useSessionView()
  const isOnline = useOnline()
  const status = useStoreState(store, statusOf)
  const flow = useStoreState(store, flowStateOf)
  const releases = useStoreState(store, (state) => state.releases)
  const picture = useStoreState(store, pictureOf)
  const parameters = useParameters(model, picture)
  const isConfirmed = useStoreState(store, (state) => state.isConfirmed)
  const refusal = useStoreState(store, ({ run }) => run.error)
  const isRunning = useStoreState(store, ({ run }) => isBusy(run))
  const isOver = useDroppedPictures(model.key, (file) => !isRunning && workspace.chooseFile(file))
  const { problems, sentMode: mode, params } = parameters
  const settings = { mode, params, inputHeightPx: picture?.height, inputWidthPx: picture?.width }
  const price = shownPrice(priceOf(model, settings), refusal)
  const isUploading = status === 'uploading'
  const obstacle = obstacleOf({
    isOnline,
    isStopped,
    picture,
    uploader: workspace.uploader,
    isUploading,
    isConfirmed,
    problems,
  })
  const startRun = () =>
    picture &&
    void start({ source: picture.source, modelKey: model.key, mode, params, ...agreedTo(price, refusal, session) })

  return (
    <WorkspaceProvider value={workspace}>
      <div className={classes.workspace} style={WORKSPACE_COLUMNS} data-flow={flow}>
        <PictureArea
          key={releases}
          isOver={isOver && !isRunning}
          settings={settings}
          onRetry={obstacle === undefined ? startRun : undefined}
        />
        <div className={classes.side}>
          <ResultSide />
          <div className={classes.panel}>
            <Parameters parameters={parameters} onUsualSeconds={onUsualSeconds} />
            <PanelNotes isStopped={isStopped} mode={mode} params={params} isDue={obstacle === undefined} />
            <StartBar
              price={price}
              session={session}
              hasPicture={picture !== undefined && !isUploading}
              isRunning={isRunning}
              hasResult={status === 'finished'}
              obstacle={obstacle}
              onStart={startRun}
            />
          </div>
        </div>
      </div>
    </WorkspaceProvider>
  )
}

/** The store of this page, and the calls that move it. */
function useNewWorkspace(model: ModelConfig): Workspace {
  const session = useSessionView()
  const uploader = uploaderOf(model)
  const current = useCurrentPicture()
  const { picture, isConfirmed, isUnreachable } = current
  const [store] = useState(() => createWorkspaceStore({ picture, isConfirmed, isUnreachable }))
  useLayoutEffect(() => {
    store.send({ type: 'picture-changed', picture, isConfirmed, isUnreachable })
  }, [store, picture, isConfirmed, isUnreachable])
  const run = useRun(store, session.refreshProfile)
  const hold = (next: CurrentPicture) => {
    run.leaveRun()
    store.send({ type: 'picture-held', picture: next })
    current.hold(next)
  }
  const upload = useUpload({ store, uploader, onUploaded: (record) => hold(pictureOfUpload(record)) })
  const release = () => {
    run.leaveRun()
    upload.cancelUpload()
    store.send({ type: 'picture-released' })
    current.drop()
  }
  // The page stands before it is known who is looking (decision 0017): nothing is asked until then.
  useRecovery({ modelKey: model.key, isReady: session.isAuthenticated, store, hold, attach: run.attach })
  return { model, uploader, store, ...run, ...upload, hold, release, refreshPicture: current.refresh }
}

interface ParametersProps extends Pick<ToolWorkspaceProps, 'onUsualSeconds'> {
  readonly parameters: ParameterControl
}

function Parameters({ parameters, onUsualSeconds }: ParametersProps) {
  const { model } = useWorkspace()
  const { isAuthenticated } = useSessionView()
  const usual = useUsualTime()
  const seconds = usual?.seconds
  const capabilities = useCapabilities(model, isAuthenticated)
  // Before it is painted: another model's number is never seen in its head.
  useLayoutEffect(() => onUsualSeconds(seconds), [seconds, onUsualSeconds])
  return (
    <ParameterPanel
      model={model}
      parameters={parameters}
      unsupported={capabilities?.unsupportedParams ?? {}}
      isOurs={capabilities?.provider === OUR_ENGINE}
      isDisabled={useWorkspaceState(({ run }) => isBusy(run))}
      picture={useWorkspaceState(pictureOf)}
      usual={usual}
    />
  )
}

interface PanelNotesProps extends Pick<PatchRequest, 'mode' | 'params'> {
  readonly isStopped: boolean
  /** A press of start would be sent. */
  readonly isDue: boolean
}

/** What stands above the start: that all is stopped, or a quote where the provider bounds the size or tells the time beforehand. */
function PanelNotes({ isStopped, isDue, ...settings }: PanelNotesProps) {
  const { model } = useWorkspace()
  const source = useWorkspaceState(pictureOf)?.source
  const isQuoted = useCapabilities(model, useSessionView().isAuthenticated)?.hasQuotes === true && isDue
  const Quote = useLazyPart(quoteNote, isQuoted)?.QuoteNote
  const Stopped = useLazyPart(panelNotices, isStopped)?.StoppedNotice
  if (isStopped) return Stopped ? <Stopped /> : null
  return isQuoted && Quote && source ? <Quote request={{ source, modelKey: model.key, ...settings }} /> : null
}

function ResultSide() {
  const hasPicture = useWorkspaceState(pictureOf) !== undefined
  const isWanted = useWorkspaceState(({ run }) => run.phase === 'finished' || isShowingRun(run))
  const Result = useLazyPart(currentPictureArea, hasPicture)?.ResultSide
  const ResultBar = useLazyPart(resultBar, hasPicture && isWanted)?.ResultBar
  return Result ? <Result ResultBar={ResultBar} /> : null
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
