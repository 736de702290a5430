// What the picture's side and its part that loads later are given.
import type { Trial } from '../patch/use-patches.ts'

export interface PictureAreaProps {
  readonly isOver: boolean
  /** Undefined while nothing can be started. */
  readonly onRetry: (() => void) | undefined
  /** What a run would be started with. */
  readonly settings: Omit<Trial, 'modelKey'>
}
