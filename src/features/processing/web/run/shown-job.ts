// Which run a tool page shows, kept for a reload. Changing the model forgets it: that clears the result (document 2 §4).
import { SHOWN_JOB_KEY } from '#rulebook/pictures/browser-storage.ts'

interface ShownJob {
  readonly modelKey: string
  readonly jobId: string
}

export const shownJob = {
  /** The id kept for this model; what belongs to another model is removed. */
  of(modelKey: string): string | undefined {
    const kept = read()
    if (kept && kept.modelKey !== modelKey) this.forget()
    return kept?.modelKey === modelKey ? kept.jobId : undefined
  },
  keep(shown: ShownJob): void {
    try {
      sessionStorage.setItem(SHOWN_JOB_KEY, JSON.stringify(shown))
    } catch {
      // Storage forbidden: the run is still found in the history.
    }
  },
  forget(): void {
    sessionStorage.removeItem(SHOWN_JOB_KEY)
  },
}

function read(): ShownJob | undefined {
  try {
    const { modelKey, jobId } = JSON.parse(sessionStorage.getItem(SHOWN_JOB_KEY) ?? '') as ShownJob
    return typeof modelKey === 'string' && typeof jobId === 'string' ? { modelKey, jobId } : undefined
  } catch {
    return undefined
  }
}
