// Search by e-mail or name, type and status (document 2 §2; C-03: all stored types can be asked for).
import { Button, NativeSelect } from '@mantine/core'
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
      <NativeSelect
        size="md"
        aria-label={ADMIN_USERS_TEXTS.type}
        data={TYPE_CHOICES}
        value={values.type ?? ''}
        onChange={(event) => change({ type: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        aria-label={ADMIN_USERS_TEXTS.status}
        data={STATUS_CHOICES}
        value={values.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
      {Object.keys(values).length > 0 && (
        <Button variant="default" onClick={() => change({ q: undefined, type: undefined, status: undefined })}>
          {ADMIN_USERS_TEXTS.clearFilters}
        </Button>
      )}
    </section>
  )
}
