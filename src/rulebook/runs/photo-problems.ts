// The catalogue by what is wrong with a photo: each problem leads to the model that its two pictures were made with.
import type { LANDING_SAMPLES } from '../site/landing-samples.ts'

interface PhotoProblem {
  readonly name: string
  readonly help: string
  readonly modelKey: string
  readonly sample: keyof typeof LANDING_SAMPLES
  /** A part of the sample is shown: of the whole, at this size, nobody sees what the tool does. */
  readonly isDetail?: true
}

export const PHOTO_PROBLEMS: readonly PhotoProblem[] = [
  {
    name: '模糊',
    help: '让发糊的小图、网络图重新清晰',
    modelKey: 'enhance/standard/low-resolution-v2',
    sample: 'low-resolution',
    isDetail: true,
  },
  { name: '噪点', help: '去掉夜里或暗处拍出的颗粒', modelKey: 'denoise/strong', sample: 'denoise', isDetail: true },
  {
    name: '太小',
    help: '放大到能冲印、能铺满屏幕',
    modelKey: 'enhance/standard/high-fidelity-v2',
    sample: 'high-fidelity',
    isDetail: true,
  },
  { name: '老照片', help: '去掉灰尘、斑点与划痕', modelKey: 'restore/dust-scratch', sample: 'restore' },
  { name: '太暗', help: '提亮暗部，校正偏色', modelKey: 'lighting/adjust', sample: 'lighting' },
  {
    name: '文字不清',
    help: '让截图与扫描件的笔画分明',
    modelKey: 'enhance/standard/text-refine',
    sample: 'text-refine',
  },
]

export const PHOTO_PROBLEM_TEXTS = {
  title: '您的照片有什么问题？',
  note: '左为处理前，右为处理后，均由对应工具实际处理。',
} as const
