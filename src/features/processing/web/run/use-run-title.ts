// The title of the tab shows how far the run is, and its end while the user works in another tab.
import { useEffect } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { RUN_TEXTS } from '#rulebook/runs/run-texts.ts'
import { isBusy, type RunState } from './run-state.ts'

type Prefix = 'percentTitle' | 'doneTitle' | 'failedInTitle'

/** Prefix of the page's own title; undefined: none. The end of a run is shown in a hidden tab only. */
function prefixOf({ phase }: RunState, isHidden: boolean): Prefix | undefined {
  if (phase === 'starting' || phase === 'watching' || phase === 'lost') return 'percentTitle'
  if (!isHidden) return undefined
  return phase === 'finished' ? 'doneTitle' : phase === 'failed' ? 'failedInTitle' : undefined
}

export function useRunTitle(run: RunState): void {
  const percent = isBusy(run) ? Math.round(run.task?.progress ?? 0) : 0
  const prefix = prefixOf(run, typeof document !== 'undefined' && document.visibilityState === 'hidden')
  useEffect(() => {
    if (!prefix) return
    const title = document.title
    const runTitle = fillText(RUN_TEXTS[prefix], { percent, title })
    document.title = runTitle
    const restore = () => {
      // Another page may have set its own meanwhile.
      if (document.title === runTitle) document.title = title
    }
    const onSeen = () => prefix !== 'percentTitle' && document.visibilityState === 'visible' && restore()
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      restore()
    }
  }, [prefix, percent])
}
