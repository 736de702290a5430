// The batch of this tab: it goes on while its person looks at other pages, and ends with the tab.
import { useState, useSyncExternalStore } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { whenPersonLeaves } from '#platform/web/http/window-person.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import { Batch, type BatchState, isInWork } from './batch.ts'
import { batchCalls } from './batch-calls.ts'
import { AUTOMATIC, type BatchSettings } from './batch-settings.ts'

interface OwnBatch {
  readonly userId: string
  readonly model: ModelConfig
  readonly batch: Batch
  /** Fixed once a picture has begun. */
  settings: BatchSettings
}
let kept: OwnBatch | undefined
// Its page may be gone by then, and the next file would be sent in the name of whoever signs in.
whenPersonLeaves(() => kept?.batch.leave())

const isUnfinished = ({ items, isGoing }: BatchState): boolean => isGoing || items.some(isInWork)

/** Asked by the browser before the tab closes. */
const warn = (event: BeforeUnloadEvent): void => {
  if (kept && isUnfinished(kept.batch.state())) event.preventDefault()
}

function newBatch(userId: string, model: ModelConfig, onSettled: () => void): OwnBatch {
  window.addEventListener('beforeunload', warn)
  const own: OwnBatch = {
    userId,
    model,
    batch: new Batch(batchCalls(model, () => own.settings, onSettled)),
    settings: AUTOMATIC,
  }
  kept = own
  return own
}

export interface BatchControl {
  readonly model: ModelConfig
  readonly batch: Batch
  readonly state: BatchState
  readonly settings: () => BatchSettings
  readonly setSettings: (settings: BatchSettings) => void
  /** An empty one; what runs of the former goes on at the server. */
  readonly begin: (model: ModelConfig) => Batch
}

/** `wanted` is the model of a batch that has not begun. */
export function useBatch(wanted: ModelConfig): BatchControl {
  const { userId = '', refreshProfile } = useSessionView()
  const make = (model: ModelConfig) => newBatch(userId, model, refreshProfile)
  const [own, setOwn] = useState(() => (kept?.userId === userId ? kept : make(wanted)))
  const state = useSyncExternalStore(own.batch.subscribe, own.batch.state)
  const begin = (model: ModelConfig) => {
    const next = make(model)
    setOwn(next)
    return next.batch
  }
  const setSettings = (settings: BatchSettings) => {
    own.settings = settings
  }
  return { model: own.model, batch: own.batch, state, settings: () => own.settings, setSettings, begin }
}
