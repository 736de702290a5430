// Every pair of colours in which something is read; apart from the tokens, because the pages need those and not this.
import { GRAY, INK, JADE, PLACEHOLDER, SIGNALS, WHITE } from './tokens.ts'

interface TextPair {
  readonly use: string
  readonly text: string
  readonly ground: string
}

/** Every pair of colours in which something is read, at rest and while pointed at. */
export const TEXT_PAIRS: readonly TextPair[] = [
  { use: 'text', text: INK, ground: WHITE },
  { use: 'text on a quiet ground', text: INK, ground: GRAY[1] },
  { use: 'dimmed', text: GRAY[6], ground: WHITE },
  { use: 'dimmed on a quiet ground', text: GRAY[6], ground: GRAY[1] },
  { use: 'placeholder', text: PLACEHOLDER, ground: WHITE },
  { use: 'link', text: JADE[7], ground: WHITE },
  { use: 'link on a quiet ground', text: JADE[7], ground: GRAY[1] },
  { use: 'filled button', text: WHITE, ground: JADE[7] },
  { use: 'filled button, pointed at', text: WHITE, ground: JADE[8] },
  { use: 'light button', text: JADE[8], ground: JADE[0] },
  { use: 'light button, pointed at', text: JADE[8], ground: JADE[1] },
  { use: 'dark notice', text: WHITE, ground: GRAY[9] },
  { use: 'error text', text: SIGNALS.red.filled, ground: WHITE },
  { use: 'red button', text: WHITE, ground: SIGNALS.red.filled },
  { use: 'red button, pointed at', text: WHITE, ground: SIGNALS.red.filledHover },
  ...Object.entries(SIGNALS).map(([name, { text, ground }]) => ({ use: `${name} notice`, text, ground })),
]
