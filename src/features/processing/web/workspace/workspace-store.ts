// The store of one tool page: its state, and how its parts read it and act on it.
import { createContext, use, useSyncExternalStore } from 'react'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import type { ToolUploader } from '../picture/uploader-rules.ts'
import type { RunActions, UploadActions } from './workspace-actions.ts'
import {
  emptyWorkspace,
  type PictureState,
  type WorkspaceEvent,
  type WorkspaceState,
  workspaceReducer,
} from './workspace-state.ts'

export interface WorkspaceStore {
  readonly state: () => WorkspaceState
  readonly send: (event: WorkspaceEvent) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createWorkspaceStore(picture?: PictureState): WorkspaceStore {
  let state = emptyWorkspace(picture)
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    send: (event) => {
      state = workspaceReducer(state, event)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `select` picks what the part shows: a value of the state, not a new object. */
export function useStoreState<Part>(
  { state, subscribe }: WorkspaceStore,
  select: (state: WorkspaceState) => Part,
): Part {
  const read = () => select(state())
  return useSyncExternalStore(subscribe, read, read)
}

export interface Workspace extends UploadActions, RunActions {
  readonly model: ModelConfig
  readonly uploader: ToolUploader
  readonly store: WorkspaceStore
  readonly hold: (picture: CurrentPicture) => void
  /** Forgets picture and run, for another picture; a running job goes on at the server. */
  readonly release: () => void
  /** Reads fresh addresses of the picture, for example after an image failed to load. */
  readonly refreshPicture: () => void
}

const WorkspaceContext = createContext<Workspace | undefined>(undefined)
export const WorkspaceProvider = WorkspaceContext.Provider

/** What the parts of the page may do. */
export const useWorkspace = (): Workspace => use(WorkspaceContext)!

/** What the page is in now; the part is rendered again when its own value changes. */
export const useWorkspaceState = <Part>(select: (state: WorkspaceState) => Part): Part =>
  useStoreState(useWorkspace().store, select)

export const pictureOf = ({ picture }: WorkspaceState) => picture
export const uploadOf = ({ upload }: WorkspaceState) => upload
export const runOf = ({ run }: WorkspaceState) => run
