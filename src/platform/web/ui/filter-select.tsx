// One choice of a bar of filters: named for screen readers, because its first entry says what it is about.
import { NativeSelect } from '@mantine/core'

interface FilterSelectProps {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** Undefined: the first choice, which leaves nothing out. */
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

export const FilterSelect = ({ label, choices, value, onChange }: FilterSelectProps) => (
  <NativeSelect
    size="md"
    aria-label={label}
    data={choices}
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
