// Search by email or name, type and status (document 2 §2; C-03: all stored types can be asked for).
import { Button } from '@mantine/core'
import { FilterSelect } from '#platform/web/ui/filter-select.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { ADMIN_SEARCH_DEBOUNCE_MS } from '#rulebook/admin/admin.ts'
import { ADMIN_USERS_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { USER_STATUS_LABELS, USER_STATUSES, USER_TYPE_LABELS, USER_TYPES } from '#rulebook/credits/tiers.ts'
import classes from '../admin-filters.module.css'
import type { UserFilter } from './use-users.ts'

const TYPE_CHOICES = [
  { value: '', label: ADMIN_USERS_TEXTS.anyType },
  ...USER_TYPES.map((value) => ({ value, label: USER_TYPE_LABELS[value] })),
]
const STATUS_CHOICES = [
  { value: '', label: ADMIN_USERS_TEXTS.anyStatus },
  ...USER_STATUSES.map((value) => ({ value, label: USER_STATUS_LABELS[value] })),
]

export function UserFilterBar({ filter: { values, change } }: { readonly filter: UserFilter }) {
  return (
    <section aria-label={ADMIN_USERS_TEXTS.filters} className={classes.filters}>
      <SearchField
        className={classes.search}
        label={ADMIN_USERS_TEXTS.search}
        clearLabel={ADMIN_USERS_TEXTS.clearSearch}
        pauseMs={ADMIN_SEARCH_DEBOUNCE_MS}
        maxLength={100}
        value={values.q ?? ''}
        onSearch={(text) => change({ q: text.trim() })}
      />
      <FilterSelect
        label={ADMIN_USERS_TEXTS.type}
        choices={TYPE_CHOICES}
        value={values.type}
        onChange={(type) => change({ type })}
      />
      <FilterSelect
        label={ADMIN_USERS_TEXTS.status}
        choices={STATUS_CHOICES}
        value={values.status}
        onChange={(status) => change({ status })}
      />
      {Object.keys(values).length > 0 && (
        <Button variant="default" onClick={() => change({ q: undefined, type: undefined, status: undefined })}>
          {ADMIN_USERS_TEXTS.clearFilters}
        </Button>
      )}
    </section>
  )
}
