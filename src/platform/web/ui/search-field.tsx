// A field that searches once the typing pauses; the list below follows by itself.
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

interface SearchFieldProps {
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly label: string
  readonly clearLabel: string
  readonly pauseMs: number
  readonly maxLength: number
  readonly className?: string
}

export function SearchField({ value, onSearch, label, clearLabel, pauseMs, ...rest }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const searchSoon = useDebouncedCallback(onSearch, pauseMs)
  // Cleared from elsewhere, for example by 清除筛选.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  const type = (text: string) => {
    setTyped(text)
    searchSoon(text)
  }
  return (
    <TextInput
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={clearLabel} onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
