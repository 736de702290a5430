// The raw tokens of the look, once: the theme, the offline page, the icons and /dev/design read them here. Light, one accent,
// system CJK fonts (architecture §7; document 1 §1). Every pair that carries text is listed in text-pairs.ts, and a test measures it.

type Shades = readonly [string, string, string, string, string, string, string, string, string, string]

/** The accent. */
export const JADE: Shades = [
  '#eef8f6',
  '#d9eeea',
  '#b0dcd4',
  '#84c9bd',
  '#5db6a7',
  '#389e8d',
  '#1d8575',
  '#0b6b5e',
  '#08574d',
  '#05443c',
]

/** A slightly warm grey: text uses 6 and darker, lines 2 and 3. */
export const GRAY: Shades = [
  '#f8f9f8',
  '#f1f3f2',
  '#e6e9e8',
  '#d6dbd9',
  '#b9c0be',
  '#8b9492',
  '#646d6b',
  '#4a5351',
  '#313938',
  '#1b2221',
]

export const WHITE = '#ffffff'
export const INK = GRAY[9]
export const PLACEHOLDER = '#646d6b'
/** What says good, careful and wrong: a pale ground and a text that is read on it; red also as a filled button. */
export const SIGNALS = {
  red: { filled: '#b42318', filledHover: '#912018', ground: '#fef3f2', text: '#912018' },
  orange: { ground: '#fff6ed', text: '#93370d' },
  green: { ground: '#edf9f0', text: '#175c33' },
} as const

export const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "HarmonyOS Sans SC", "Noto Sans CJK SC", "Noto Sans SC", sans-serif'

export const RADIUS = { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' } as const
export const SPACING = { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' } as const
export const FONT_SIZES = { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' } as const
export const LINE_HEIGHTS = { xs: '1.5', sm: '1.55', md: '1.7', lg: '1.7', xl: '1.6' } as const
export const SHADOWS = {
  xs: '0 1px 2px rgba(27, 34, 33, 0.06)',
  sm: '0 2px 8px rgba(27, 34, 33, 0.06)',
  md: '0 8px 24px rgba(27, 34, 33, 0.09)',
  lg: '0 16px 40px rgba(27, 34, 33, 0.12)',
} as const

/** How things change that are pointed at or opened. Reduced motion takes all of it away (global.css). */
export const MOTION = {
  quick: { durationMs: 120, easing: 'ease', use: 'colour, border and shadow under the pointer' },
  turn: { durationMs: 150, easing: 'ease', use: 'arrows of menus, panels that open' },
} as const
export const motionVariables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(MOTION).map(([name, { durationMs, easing }]) => [`--motion-${name}`, `${durationMs}ms ${easing}`]),
)
