/** What a run changed, over all channels: the mean difference in 8-bit levels, and the part of the pixels that look different. */
export interface PictureChange {
  readonly meanLevels: number
  /** 0–1. */
  readonly visibleShare: number
}
