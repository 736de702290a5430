// The result card beside the comparison, and its room while the work runs (document 2 §4).
import { useLazyPart } from '#platform/web/lazy-part.ts'
import { pictureOfResult } from '../picture/current-picture.ts'
import { ResultPlaceholder } from '../run/result-placeholder.tsx'
import { isShowingRun } from '../run/run-state.ts'
import { resultBar } from './lazy-parts.ts'
import { pictureOf, runOf, useWorkspace, useWorkspaceState } from './workspace-store.ts'

export function ResultSide() {
  const { model, hold } = useWorkspace()
  const before = useWorkspaceState(pictureOf)
  const run = useWorkspaceState(runOf)
  const isFinished = run.phase === 'finished'
  const ResultBar = useLazyPart(resultBar, isFinished || isShowingRun(run))?.ResultBar
  if (!before) return null
  if (isShowingRun(run) || (isFinished && !ResultBar)) return <ResultPlaceholder />
  if (!isFinished || !ResultBar || !run.job) return null
  const next = pictureOfResult(run.job)
  return <ResultBar model={model} before={before} job={run.job} onUseAsInput={() => next && hold(next)} />
}
