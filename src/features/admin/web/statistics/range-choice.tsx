// Which days the statistics below are of: the last 7, 30 or 90, or days of one's own.
import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { STATISTICS_RANGES_DAYS } from '#rulebook/admin/admin.ts'
import { STATISTICS_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { ADMIN_EXPORT_TEXTS, type DayRange, isDayRange } from '#rulebook/admin/exports.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { dayOf, daysBefore } from '#rulebook/site/calendar.ts'
import { useServiceZone } from '../use-admin-session.ts'

const CUSTOM = 'custom'
const CHOICES = [
  ...STATISTICS_RANGES_DAYS.map((n) => ({ value: String(n), label: fillText(STATISTICS_TEXTS.lastDays, { n }) })),
  { value: CUSTOM, label: ADMIN_EXPORT_TEXTS.custom },
]
const DEFAULT_DAYS = STATISTICS_RANGES_DAYS[1]

/** `range` is undefined while the own days are no range. */
export function useRangeChoice() {
  const today = dayOf(Date.now(), useServiceZone())
  const [choice, setChoice] = useState(String(DEFAULT_DAYS))
  const [own, setOwn] = useState<DayRange>({ from: daysBefore(today, DEFAULT_DAYS - 1), to: today })
  const range = choice === CUSTOM ? own : { from: daysBefore(today, Number(choice) - 1), to: today }
  const field = (side: keyof DayRange, label: string) => (
    <TextInput
      type="date"
      size="md"
      label={label}
      value={own[side]}
      onChange={(event) => setOwn({ ...own, [side]: event.currentTarget.value })}
    />
  )
  const picker = (
    <>
      <ChoiceBar label={STATISTICS_TEXTS.ranges} choices={CHOICES} value={choice} onChange={setChoice} />
      {choice === CUSTOM && (
        <Group gap="sm">
          {field('from', ADMIN_EXPORT_TEXTS.from)}
          {field('to', ADMIN_EXPORT_TEXTS.to)}
        </Group>
      )}
    </>
  )
  return { picker, range: isDayRange(range) ? range : undefined }
}
