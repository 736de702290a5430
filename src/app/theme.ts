// The product's look in one place: light, one accent, system CJK fonts (architecture §7; document 1 §1).
// Every colour pair here reaches WCAG AA: Mantine's own defaults do not (reference stack.md §5).
import { Container, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent. White on shade 7 is 5.9:1, shade 7 on white and on shade 0 more than 5:1. */
const jade: MantineColorsTuple = [
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

/** A slightly warm grey: text uses 7 and darker, lines 2 and 3. */
const gray: MantineColorsTuple = [
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

const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "HarmonyOS Sans SC", "Noto Sans CJK SC", "Noto Sans SC", sans-serif'

const CONTAINER_SIZES = { xs: '440px', sm: '680px', md: '880px', lg: '1320px', xl: '1400px' } as const

export const theme = createTheme({
  colors: { jade, gray },
  primaryColor: 'jade',
  primaryShade: 7,
  black: '#1b2221',
  fontFamily: FONT_FAMILY,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.5', sm: '1.55', md: '1.7', lg: '1.7', xl: '1.6' },
  // The documents' breakpoints are 768, 1024 and 1280 px (document 1 §9): sm, md and lg.
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  headings: {
    fontFamily: FONT_FAMILY,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.3rem + 1.9vw, 2.5rem)', lineHeight: '1.25' },
      h2: { fontSize: 'clamp(1.375rem, 1.15rem + 1vw, 1.75rem)', lineHeight: '1.35' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.45' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.5' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgba(27, 34, 33, 0.06)',
    sm: '0 2px 8px rgba(27, 34, 33, 0.06)',
    md: '0 8px 24px rgba(27, 34, 33, 0.09)',
    lg: '0 16px 40px rgba(27, 34, 33, 0.12)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    // `lg` is as wide as the navigation bar.
    Container: Container.extend({
      defaultProps: { px: { base: 'md', sm: 'lg' } },
      vars: (_, { size }) => ({
        root: { '--container-size': CONTAINER_SIZES[size as keyof typeof CONTAINER_SIZES] ?? CONTAINER_SIZES.lg },
      }),
    }),
    // Its <header> is no banner of the page: screen readers would hear of two.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

/** Colours that Mantine derives too pale for text. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6b7472',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': jade[7],
    '--mantine-color-jade-light': jade[0],
    '--mantine-color-jade-light-hover': jade[1],
    '--mantine-color-jade-light-color': jade[8],
    '--mantine-color-red-filled': '#b42318',
    '--mantine-color-red-filled-hover': '#912018',
    '--mantine-color-red-light': '#fef3f2',
    '--mantine-color-red-light-color': '#912018',
    '--mantine-color-orange-light': '#fff6ed',
    '--mantine-color-orange-light-color': '#93370d',
    '--mantine-color-green-light': '#edf9f0',
    '--mantine-color-green-light-color': '#175c33',
    '--mantine-color-default-border': gray[3],
  },
  dark: {},
})
