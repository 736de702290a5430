// The result card beside the comparison, and its room while the work runs (document 2 §4).
import { pictureOfResult } from '../picture/current-picture.ts'
import type { ResultBar } from '../run/result-bar.tsx'
import { ResultPlaceholder } from '../run/result-placeholder.tsx'
import { isShowingRun } from '../run/run-state.ts'
import { pictureOf, runOf, useWorkspace, useWorkspaceState } from './workspace-store.ts'

interface ResultSideProps {
  /** Undefined until it is loaded. */
  readonly ResultBar: typeof ResultBar | undefined
}

export function ResultSide({ ResultBar }: ResultSideProps) {
  const { model, hold } = useWorkspace()
  const before = useWorkspaceState(pictureOf)
  const run = useWorkspaceState(runOf)
  const isFinished = run.phase === 'finished'
  if (!before) return null
  if (isShowingRun(run) || (isFinished && !ResultBar)) return <ResultPlaceholder />
  if (!isFinished || !ResultBar || !run.job) return null
  const next = pictureOfResult(run.job)
  return <ResultBar model={model} before={before} job={run.job} onUseAsInput={() => next && hold(next)} />
}
