// Words of the versions of one picture: its original and every result that came from it.

export const VERSION_TEXTS = {
  title: '版本',
  original: '原图',
  use: '回到{name}',
  current: '{name}，正在使用',
  hint: '点任一版本即可切换，不会改动原图。',
  compare: '对比版本',
  left: '左侧',
  right: '右侧',
} as const
