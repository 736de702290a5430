// The size of the result as people think of it: 2×, 4×, a print, or a height of one's own (decision 0096). The pixels of each stand below
// the chosen one; what cannot be had says why.
import { Text } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { type Choice, ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { NAMED_SIZES, type NamedSize, namedHeightPx, SIZE_TEXTS, type SizeChoice } from '#rulebook/tools/named-sizes.ts'
import { autoOutputHeightPx, type Size } from '#rulebook/tools/output-height.ts'
import classes from './parameter-panel.module.css'
import type { ParameterControl } from './use-parameters.ts'

interface SizeChipsProps {
  readonly parameters: ParameterControl
  readonly picture: Size
  readonly isDisabled: boolean
}

const CHOICES: readonly SizeChoice[] = ['auto', ...NAMED_SIZES, 'custom']
const MUCH = 4

export function SizeChips({ parameters, picture, isDisabled }: SizeChipsProps) {
  const { size, values, setSize, setMode } = parameters
  useFollowedPicture(parameters, picture)
  const chosen: SizeChoice = size ?? (values.output_height === undefined ? 'auto' : 'custom')
  const height = typeof values.output_height === 'number' ? values.output_height : autoOutputHeightPx(picture)
  const choose = (next: SizeChoice) => {
    if (next === 'auto') setSize()
    else if (next === 'custom') setMode('manual')
    else setSize(next, rowsOf(next, picture))
  }
  const choices = CHOICES.map((value): Choice<SizeChoice> => {
    const refusal = refusalOf(value, picture)
    return { value, label: SIZE_TEXTS.names[value], ...(refusal && { refusal: SIZE_TEXTS[refusal] }) }
  })
  return (
    <div className={classes.sizes}>
      <Text size="sm" fw={600}>
        {SIZE_TEXTS.title}
      </Text>
      <ChoiceBar
        label={SIZE_TEXTS.title}
        choices={choices}
        value={chosen}
        isDisabled={isDisabled}
        onChange={choose}
        className={classes.chips}
      />
      <Text size="xs" role="status">
        {resultText(picture, height)}
        {chosen.startsWith('print') || chosen === 'a4'
          ? ` · ${fillText(SIZE_TEXTS.print, { name: SIZE_TEXTS.names[chosen] })}`
          : ''}
      </Text>
      {height > MUCH * picture.height && chosen === 'custom' && (
        <Text size="xs" c="dimmed">
          {SIZE_TEXTS.much}
        </Text>
      )}
    </div>
  )
}

/** Another picture has other pixels at the same name. */
function useFollowedPicture({ size, values, setSize }: ParameterControl, picture: Size) {
  const rows = size && rowsOf(size, picture)
  const isStale = size !== undefined && rows !== values.output_height
  useLayoutEffect(() => {
    if (isStale) setSize(rows === undefined ? undefined : size, rows)
  })
}

function rowsOf(size: NamedSize, picture: Size): number | undefined {
  const rows = namedHeightPx(size, picture)
  return typeof rows === 'number' ? rows : undefined
}

function refusalOf(size: SizeChoice, picture: Size): 'enough' | 'too-large' | undefined {
  if (size === 'auto' || size === 'custom') return undefined
  const rows = namedHeightPx(size, picture)
  return typeof rows === 'number' ? undefined : rows
}

function resultText(picture: Size, height: number): string {
  const factor = height / picture.height
  return fillText(SIZE_TEXTS.result, {
    width: Math.round(picture.width * factor),
    height,
    factor: Number(factor.toFixed(1)),
  })
}
