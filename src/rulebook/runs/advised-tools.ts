// Tools that keep a picture's size and are recommended for a fault that they measure themselves. They are tried before they are named
// (src/engine/run/idle-tools.ts): one that would leave the picture as it is helps nobody.

export const TRIED_TOOLS: ReadonlySet<string> = new Set([
  'denoise/normal',
  'denoise/strong',
  'denoise/extreme',
  'sharpen/standard/standard',
  'sharpen/standard/lens-blur',
  'sharpen/standard/lens-blur-v2',
  'sharpen/standard/motion-blur',
])

/** The estimate that says 1 of a tool which would do nothing. */
export const idleKey = (modelKey: string): string => `idle/${modelKey}`
