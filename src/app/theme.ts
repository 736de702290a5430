// The product's look in one place: light, one accent, system CJK fonts (architecture §7; document 1 §1).
// Every colour pair here reaches WCAG AA (design/tokens.test.ts): Mantine's own defaults do not.
import { Container, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { DIALOG_THEME } from '#platform/web/ui/dialog-theme.ts'
import {
  BREAKPOINTS_PX,
  NAVBAR_HEIGHT_PX,
  NAVBAR_MOBILE_HEIGHT_PX,
  USER_DROPDOWN_WIDTH_PX,
} from '#rulebook/site/layout.ts'
import {
  FONT_FAMILY,
  FONT_SIZES,
  GRAY,
  INK,
  JADE,
  LINE_HEIGHTS,
  motionVariables,
  PLACEHOLDER,
  RADIUS,
  SHADOWS,
  SIGNALS,
  SPACING,
} from './design/tokens.ts'

const jade = JADE as unknown as MantineColorsTuple
const gray = GRAY as unknown as MantineColorsTuple

const CONTAINER_SIZES = { xs: '440px', sm: '680px', md: '880px', lg: '1320px', xl: '1400px' } as const

/** Style sheets know em only here: it grows with the reader's own font size. */
const inEm = (widthPx: number): string => `${widthPx / 16}em`

export const theme = createTheme({
  colors: { jade, gray },
  primaryColor: 'jade',
  primaryShade: 7,
  black: INK,
  fontFamily: FONT_FAMILY,
  defaultRadius: 'md',
  radius: RADIUS,
  spacing: SPACING,
  fontSizes: FONT_SIZES,
  lineHeights: LINE_HEIGHTS,
  // The documents' breakpoints are 768, 1024 and 1280 px (document 1 §9): sm, md and lg.
  breakpoints: {
    xs: '30em',
    sm: inEm(BREAKPOINTS_PX[0]),
    md: inEm(BREAKPOINTS_PX[1]),
    lg: inEm(BREAKPOINTS_PX[2]),
    xl: '90em',
  },
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
  shadows: SHADOWS,
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
    ...DIALOG_THEME,
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

/** Colours that Mantine derives too pale for text. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    ...motionVariables,
    '--navbar-height-wide': `${NAVBAR_HEIGHT_PX}px`,
    '--navbar-height-narrow': `${NAVBAR_MOBILE_HEIGHT_PX}px`,
    '--user-menu-width': `${USER_DROPDOWN_WIDTH_PX}px`,
  },
  light: {
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': PLACEHOLDER,
    '--mantine-color-error': SIGNALS.red.filled,
    '--mantine-color-anchor': jade[7],
    '--mantine-color-jade-light': jade[0],
    '--mantine-color-jade-light-hover': jade[1],
    '--mantine-color-jade-light-color': jade[8],
    '--mantine-color-red-filled': SIGNALS.red.filled,
    '--mantine-color-red-filled-hover': SIGNALS.red.filledHover,
    '--mantine-color-red-light': SIGNALS.red.ground,
    '--mantine-color-red-light-color': SIGNALS.red.text,
    '--mantine-color-orange-light': SIGNALS.orange.ground,
    '--mantine-color-orange-light-color': SIGNALS.orange.text,
    '--mantine-color-green-light': SIGNALS.green.ground,
    '--mantine-color-green-light-color': SIGNALS.green.text,
    '--mantine-color-default-border': gray[3],
  },
  dark: {},
})
