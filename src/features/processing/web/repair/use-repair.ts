// The chain of this tab: it goes on while its person looks at other pages, and ends with the tab.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { whenPersonLeaves } from '#platform/web/http/window-person.ts'
import { hasUnlimitedAi } from '#rulebook/credits/tiers.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { processingClient } from '../processing-client.ts'
import { createJobStarter } from '../run/start-job.ts'
import { watchJob } from '../run/watch-job.ts'
import { hasBegun, Repair, type RepairCalls, type RepairStep } from './repair.ts'

interface OwnRepair {
  readonly userId: string
  readonly picture: CurrentPicture
  readonly repair: Repair
  /** The button says that nothing is taken. */
  isFree: boolean
}
let kept: OwnRepair | undefined
whenPersonLeaves(() => kept?.repair.leave())

const { jobs } = processingClient
/** Leaving the page cuts neither a start nor the watching: the chain goes on until its person has left. */
const callsWith = (onSettled: () => void): RepairCalls => ({
  makeStart: () => {
    const start = createJobStarter(jobs.start)
    return (source, { model, credits }, left) =>
      start({ source, modelKey: model.key, mode: 'auto', params: {}, shownCredits: kept?.isFree ? 0 : credits }, left)
  },
  watch: (id, onJob, left) => watchJob(jobs, id, { signal: left, onJob }),
  cancel: (id) => jobs.cancel({ id }),
  onSettled,
})

/** Asked by the browser before the tab closes. */
const warn = (event: BeforeUnloadEvent): void => {
  if (kept?.repair.state().isGoing) event.preventDefault()
}

/** One that goes on, or has ended, is shown again to the person who started it. */
export const keptRepair = (userId: string | undefined): OwnRepair | undefined =>
  kept && kept.userId === userId && hasBegun(kept.repair.state()) ? kept : undefined

export const forgetRepair = (): void => {
  kept = undefined
}

export function useRepair(picture: CurrentPicture, steps: readonly Pick<RepairStep, 'model' | 'reason' | 'credits'>[]) {
  const session = useSessionView()
  const { userId = '', refreshProfile } = session
  const isFree = hasUnlimitedAi(session)
  const [repair] = useState(() => {
    const known = keptRepair(userId)
    if (known) return known.repair
    window.addEventListener('beforeunload', warn)
    const made = new Repair(picture.source, steps, callsWith(refreshProfile))
    kept = { userId, picture, repair: made, isFree }
    return made
  })
  const state = useSyncExternalStore(repair.subscribe, repair.state)
  // What a press agreed to holds for its whole chain.
  useEffect(() => {
    if (kept?.repair === repair && !state.isGoing) kept.isFree = isFree
  }, [repair, state.isGoing, isFree])
  return { repair, state }
}
