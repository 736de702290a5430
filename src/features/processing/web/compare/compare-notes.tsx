// Below the stage: the sizes of both pictures, and in the difference mode what its brightness means and how much it is amplified.
import { Text } from '@mantine/core'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { INVENTED_DETAIL_TEXTS } from '#rulebook/runs/invented-detail.ts'
import type { Size } from './compare-geometry.ts'
import classes from './compare-view.module.css'

export const GAINS = [2, 8, 32] as const
export type Gain = (typeof GAINS)[number]

const sizeOf = ({ width, height }: Size, state: string): string =>
  fillText(COMPARE_TEXTS.sizes, { state, width, height })

interface ComparedSizes {
  readonly before: Size
  readonly after?: Size & { readonly hasInventedDetail?: boolean }
  readonly sides: { readonly before: string; readonly after: string }
}

export const CompareSizes = ({ before, after, sides }: ComparedSizes) => (
  <Text size="xs" c="dimmed" className={classes.sizes}>
    <span>{sizeOf(before, sides.before)}</span>
    {after && <span> · {sizeOf(after, sides.after)}</span>} {COMPARE_TEXTS.sizeUnit}
    {after?.hasInventedDetail && <span> · {INVENTED_DETAIL_TEXTS.label}</span>}
  </Text>
)

interface DifferenceNoteProps {
  readonly gain: Gain
  readonly onGain: (gain: Gain) => void
  readonly isOtherSize: boolean
}

const GAIN_ITEMS = GAINS.map((gain) => ({ value: String(gain), label: fillText(COMPARE_TEXTS.gainTimes, { gain }) }))

export const DifferenceNote = ({ gain, onGain, isOtherSize }: DifferenceNoteProps) => (
  <div className={classes.differenceNote}>
    <ChoiceBar
      label={COMPARE_TEXTS.gain}
      choices={GAIN_ITEMS}
      value={String(gain)}
      onChange={(value) => onGain(Number(value) as Gain)}
      className={classes.modes}
    />
    <Text size="sm">
      {fillText(COMPARE_TEXTS.differenceNote, { gain })}
      {isOtherSize && COMPARE_TEXTS.differenceSizesNote}
    </Text>
  </div>
)
