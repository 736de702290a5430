// Action and days (document 2 §2 "Admin logs").
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { ADMIN_ACTION_LABELS, ADMIN_ACTIONS, ADMIN_LOG_DEFAULT_DAYS } from '#rulebook/admin/admin.ts'
import { ADMIN_LOGS_TEXTS } from '#rulebook/admin/admin-logs-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import classes from '../admin-filters.module.css'
import { ANY_DAY, type LogFilter } from './use-logs.ts'

const ACTION_CHOICES = [
  { value: '', label: ADMIN_LOGS_TEXTS.anyAction },
  ...ADMIN_ACTIONS.map((value) => ({ value, label: ADMIN_ACTION_LABELS[value] })),
]

export function LogFilterBar({ filter }: { readonly filter: LogFilter }) {
  const { from, to, isRangeValid, change, values } = filter
  const isDefault = values.from === undefined && values.to === undefined
  return (
    <section aria-label={ADMIN_LOGS_TEXTS.filters} className={classes.filters}>
      <NativeSelect
        size="md"
        label={ADMIN_LOGS_TEXTS.action}
        data={ACTION_CHOICES}
        value={filter.action ?? ''}
        onChange={(event) => change({ action: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={ADMIN_LOGS_TEXTS.from}
        value={from}
        error={isRangeValid ? undefined : ADMIN_LOGS_TEXTS.rangeInvalid}
        onChange={(event) => change({ from: event.currentTarget.value || ANY_DAY })}
      />
      <TextInput
        type="date"
        label={ADMIN_LOGS_TEXTS.to}
        value={to}
        onChange={(event) => change({ to: event.currentTarget.value || ANY_DAY })}
      />
      {(from || to) && (
        <Button variant="default" onClick={() => change({ from: ANY_DAY, to: ANY_DAY })}>
          {ADMIN_LOGS_TEXTS.allDays}
        </Button>
      )}
      {!isDefault && (
        <Button variant="default" onClick={() => change({ from: undefined, to: undefined })}>
          {fillText(ADMIN_LOGS_TEXTS.lastDays, { n: ADMIN_LOG_DEFAULT_DAYS })}
        </Button>
      )}
    </section>
  )
}
