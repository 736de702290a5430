// How much of a picture free looks may show (decision 0263): enough to judge a tool by, and never the result that a run is paid for.
import { PATCH_SIDE_PX } from './patches.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Part of one model's result that looks at different spots may show; the first is always shown. */
export const PATCHES_SHARE = 1 / 3

/** Part of the result that one look shows. */
export const patchShare = ({ width, height }: Size): number =>
  (Math.min(width, PATCH_SIDE_PX) / width) * (Math.min(height, PATCH_SIDE_PX) / height)

export const patchSpots = (result: Size): number => Math.max(1, Math.floor(PATCHES_SHARE / patchShare(result)))

export const PATCH_SPOT_TEXTS = {
  note: '每个工具可试看 {n} 处，看过的位置可以再看。',
} as const
export const PATCH_SPOT_ERRORS = {
  'patch-spots': '这张图片用这个工具可试看的位置已用完。看过的位置可以再看，也可以试试其他工具。',
} as const
