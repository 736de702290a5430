// Search by name, tool, state, and the way to the cleanup.
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconTrashX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { HISTORY_STATES } from '#rulebook/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history-page-texts.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import classes from './history-page.module.css'
import type { HistoryFilterControl } from './use-history-filter.ts'

/** The list is asked once the typing pauses. */
const SEARCH_PAUSE_MS = 300

const TOOL_CHOICES = [
  { value: '', label: HISTORY_PAGE_TEXTS.anyTool },
  ...Object.values(TOOLS).map(({ key, displayName }) => ({ value: key, label: displayName })),
]
const STATE_CHOICES = [
  { value: '', label: HISTORY_PAGE_TEXTS.anyState },
  ...HISTORY_STATES.map((state) => ({ value: state, label: HISTORY_PAGE_TEXTS.states[state] })),
]

interface HistoryFilterBarProps {
  readonly control: HistoryFilterControl
  readonly onCleanUp: () => void
}

export function HistoryFilterBar({ control, onCleanUp }: HistoryFilterBarProps) {
  const { filter, change } = control
  return (
    <section aria-label={HISTORY_PAGE_TEXTS.filters} className={classes.filters}>
      <NameSearch value={filter.search ?? ''} onSearch={(search) => change({ search })} />
      <NativeSelect
        size="md"
        aria-label={HISTORY_PAGE_TEXTS.tool}
        data={TOOL_CHOICES}
        value={filter.tool ?? ''}
        onChange={(event) => change({ tool: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        aria-label={HISTORY_PAGE_TEXTS.state}
        data={STATE_CHOICES}
        value={filter.state ?? ''}
        onChange={(event) => change({ state: event.currentTarget.value })}
      />
      <Button variant="default" leftSection={<IconTrashX size={16} aria-hidden />} onClick={onCleanUp}>
        {HISTORY_PAGE_TEXTS.cleanup}
      </Button>
    </section>
  )
}

interface NameSearchProps {
  readonly value: string
  readonly onSearch: (text: string) => void
}

function NameSearch({ value, onSearch }: NameSearchProps) {
  const [typed, setTyped] = useState(value)
  const searchSoon = useDebouncedCallback(onSearch, SEARCH_PAUSE_MS)
  // Cleared from elsewhere, for example by 清除筛选.
  useEffect(() => setTyped((before) => (before.trim() === value ? before : value)), [value])
  const type = (text: string) => {
    setTyped(text)
    searchSoon(text)
  }
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={HISTORY_PAGE_TEXTS.search}
      placeholder={HISTORY_PAGE_TEXTS.search}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={HISTORY_PAGE_TEXTS.clearSearch} onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
