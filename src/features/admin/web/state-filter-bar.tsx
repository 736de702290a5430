// A list narrowed by words and by a state: what both orders and runs are found by.
import { Button, NativeSelect } from '@mantine/core'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { ADMIN_SEARCH_DEBOUNCE_MS } from '#rulebook/admin/admin.ts'
import classes from './admin-filters.module.css'

interface StateFilterBarProps {
  readonly texts: Readonly<
    Record<'filters' | 'search' | 'clearSearch' | 'status' | 'anyStatus' | 'clearFilters', string>
  >
  readonly states: readonly { readonly value: string; readonly label: string }[]
  readonly filter: {
    readonly values: { readonly q?: string; readonly status?: string }
    readonly change: (to: { readonly q?: string | undefined; readonly status?: string | undefined }) => void
  }
}

const SEARCH_MAX_CHARACTERS = 100

export const StateFilterBar = ({ texts, states, filter: { values, change } }: StateFilterBarProps) => (
  <section aria-label={texts.filters} className={classes.filters}>
    <SearchField
      className={classes.search}
      label={texts.search}
      clearLabel={texts.clearSearch}
      pauseMs={ADMIN_SEARCH_DEBOUNCE_MS}
      maxLength={SEARCH_MAX_CHARACTERS}
      value={values.q ?? ''}
      onSearch={(text) => change({ q: text.trim() })}
    />
    <NativeSelect
      size="md"
      aria-label={texts.status}
      data={[{ value: '', label: texts.anyStatus }, ...states]}
      value={values.status ?? ''}
      onChange={(event) => change({ status: event.currentTarget.value })}
    />
    {Object.keys(values).length > 0 && (
      <Button variant="default" onClick={() => change({ q: undefined, status: undefined })}>
        {texts.clearFilters}
      </Button>
    )}
  </section>
)
