// The name of a picture in the list: two lines at most, so that a row stays a row on a phone; the whole of a longer one at a touch, and
// under a pointer as the browser shows titles.
import { Text, Tooltip } from '@mantine/core'
import classes from './history-page.module.css'

/** Fits two lines beside the picture at 360 px; a Chinese character is as wide as two Latin ones. */
const FITS_HALF_WIDTHS = 30
const halfWidths = (name: string): number => Array.from(name).reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), 0)

export function FileName({ name }: { readonly name: string }) {
  const text = (
    <Text fw={600} className={classes.name} title={name}>
      {name}
    </Text>
  )
  if (halfWidths(name) <= FITS_HALF_WIDTHS) return text
  return (
    <Tooltip label={name} multiline maw={300} events={EVENTS} classNames={TOOLTIP}>
      {text}
    </Tooltip>
  )
}

// TRAP: `className` is the text's, too.
const TOOLTIP = { tooltip: classes.wholeName! }
const EVENTS = { hover: true, focus: false, touch: true } as const
