// Search by name, tool, state, and the ways to the cleanup and to what is shared.
import { Button } from '@mantine/core'
import { IconTrashX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FilterSelect } from '#platform/web/ui/filter-select.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { HISTORY_STATES } from '#rulebook/history/history.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
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
  /** Beside the cleanup, where there is one. */
  readonly shares?: ReactNode
}

export function HistoryFilterBar({ control, onCleanUp, shares }: HistoryFilterBarProps) {
  const { filter, change } = control
  return (
    <section aria-label={HISTORY_PAGE_TEXTS.filters} className={classes.filters}>
      <SearchField
        className={classes.search}
        label={HISTORY_PAGE_TEXTS.search}
        clearLabel={HISTORY_PAGE_TEXTS.clearSearch}
        pauseMs={SEARCH_PAUSE_MS}
        maxLength={100}
        value={filter.search ?? ''}
        onSearch={(search) => change({ search })}
      />
      <FilterSelect
        label={HISTORY_PAGE_TEXTS.tool}
        choices={TOOL_CHOICES}
        value={filter.tool}
        onChange={(tool) => change({ tool })}
      />
      <FilterSelect
        label={HISTORY_PAGE_TEXTS.state}
        choices={STATE_CHOICES}
        value={filter.state}
        onChange={(state) => change({ state })}
      />
      <div className={classes.ways}>
        {shares}
        <Button size="sm" variant="default" leftSection={<IconTrashX size={16} aria-hidden />} onClick={onCleanUp}>
          {HISTORY_PAGE_TEXTS.cleanup}
        </Button>
      </div>
    </section>
  )
}
