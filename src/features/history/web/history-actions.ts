// What the history asks of the processing pages; `app` joins both, because browser sides of features meet only there.
import { type ComponentType, createContext, useContext } from 'react'
import type { HistoryEntry, HistoryJob } from '../contract.ts'

export interface HistoryActions {
  /** Shows original and result in the compare view. */
  readonly compare: (entry: HistoryEntry, record: HistoryJob) => void
  /** Holds the original and opens `path` with it. */
  readonly processOriginal: (entry: HistoryEntry, path: string) => void
  /** Holds the result as the next input and opens `path` with it. */
  readonly processResult: (record: HistoryJob, path: string) => void
  /** Shares the result of a run; without one it lists all shares. */
  readonly ShareButton: ComponentType<{ readonly run?: { readonly id: string; readonly name: string } }>
}

export const HistoryActionsContext = createContext<HistoryActions | undefined>(undefined)

/** Throws outside of the page that offers them. */
export function useHistoryActions(): HistoryActions {
  const actions = useContext(HistoryActionsContext)
  if (!actions) throw new Error('The history is shown without its actions')
  return actions
}
