// In a file of its own, as the parameters that show it: the tool page's first load does without.
export const SIZE_NOTE_TEXTS = {
  size: '结果约 {width} × {height} 像素（{factor} 倍）',
  smaller: '低于原图高度，结果会缩小',
} as const
