// Tables as CSV files: what, from when to when (decision 0088).
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { guidesToBrowser } from '#platform/web/in-app/guides-to-browser.ts'
import { notifyError, notifySuccess, notifyWarning } from '#platform/web/ui/notices.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { SettingsSection } from '#platform/web/ui/settings-section.tsx'
import { ADMIN_EXPORT_TEXTS, EXPORT_RANGES_DAYS, EXPORT_TABLES, type ExportTable } from '#rulebook/admin/exports.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { dayOf, daysBefore } from '#rulebook/site/calendar.ts'
import { adminClient } from '../admin-client.ts'
import classes from '../admin-filters.module.css'
import { useServiceZone } from '../use-admin-session.ts'

const TABLES = EXPORT_TABLES.map((value) => ({ value, label: ADMIN_EXPORT_TEXTS.tables[value] }))
const CUSTOM = 'custom'
const RANGES = [
  ...EXPORT_RANGES_DAYS.map((n) => ({ value: String(n), label: fillText(ADMIN_EXPORT_TEXTS.lastDays, { n }) })),
  { value: CUSTOM, label: ADMIN_EXPORT_TEXTS.custom },
]

export function ExportSection() {
  const today = dayOf(Date.now(), useServiceZone())
  const [table, setTable] = useState<ExportTable>('days')
  const [range, setRange] = useState(String(EXPORT_RANGES_DAYS[1]))
  const [own, setOwn] = useState({ from: daysBefore(today, EXPORT_RANGES_DAYS[1] - 1), to: today })
  const isOwn = range === CUSTOM
  const days = isOwn ? own : { from: daysBefore(today, Number(range) - 1), to: today }
  const reading = useExport()
  return (
    <SettingsSection id="exports" title={ADMIN_EXPORT_TEXTS.title}>
      <p>{ADMIN_EXPORT_TEXTS.intro}</p>
      <div className={classes.filters}>
        <NativeSelect
          size="md"
          label={ADMIN_EXPORT_TEXTS.table}
          data={TABLES}
          value={table}
          onChange={(event) => setTable(event.currentTarget.value as ExportTable)}
        />
        <NativeSelect
          size="md"
          label={ADMIN_EXPORT_TEXTS.range}
          data={RANGES}
          value={range}
          onChange={(event) => setRange(event.currentTarget.value)}
        />
        {isOwn && (
          <>
            <TextInput
              type="date"
              label={ADMIN_EXPORT_TEXTS.from}
              value={own.from}
              onChange={(event) => setOwn({ ...own, from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label={ADMIN_EXPORT_TEXTS.to}
              value={own.to}
              onChange={(event) => setOwn({ ...own, to: event.currentTarget.value })}
            />
          </>
        )}
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={reading.isPending}
          disabled={days.from === '' || days.to === ''}
          onClick={() => guidesToBrowser() || reading.mutate({ table, ...days })}
        >
          {ADMIN_EXPORT_TEXTS.submit}
        </Button>
      </div>
    </SettingsSection>
  )
}

interface ExportRequest {
  readonly table: ExportTable
  readonly from: string
  readonly to: string
}

const useExport = () =>
  useMutation({
    mutationFn: (request: ExportRequest) => adminClient.exports.read(request),
    onSuccess: ({ filename, csv, rows, isCut }) => {
      saveFile(filename, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
      if (isCut) notifyWarning(fillText(ADMIN_EXPORT_TEXTS.cut, { n: rows }))
      else notifySuccess(fillText(ADMIN_EXPORT_TEXTS.done, { n: rows }))
    },
    onError: (error) => notifyError(`${ADMIN_EXPORT_TEXTS.failed}：${messageOf(error)}`),
  })
