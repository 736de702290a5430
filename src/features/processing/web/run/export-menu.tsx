// The result as JPEG or WebP, beside the PNG of the documents: format and quality are chosen, the server makes the file, and the
// link carries its true size. A plain link, because in-app browsers and iOS ignore downloads made by script.

import { Alert, Button, Loader, Popover, Text } from '@mantine/core'
import { IconAlertCircle, IconDownload, IconFileDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { ADDRESS_FRESH_MS } from '#rulebook/pictures/shown-pictures.ts'
import { sizeText } from '#rulebook/pictures/upload.ts'
import {
  EXPORT_FORMAT_KEYS,
  EXPORT_FORMATS,
  EXPORT_QUALITIES,
  EXPORT_QUALITY_KEYS,
  EXPORT_TEXTS,
  type ExportFormat,
  type ExportQuality,
} from '#rulebook/runs/result-exports.ts'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import { processingClient } from '../processing-client.ts'
import classes from './result-bar.module.css'

interface ExportMenuProps {
  readonly jobId: string
  readonly hasAlpha: boolean
}

export function ExportMenu(props: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" width={320} trapFocus withinPortal shadow="lg">
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          onClick={() => setOpen(!isOpen)}
          leftSection={<IconFileDownload size={16} aria-hidden />}
        >
          {EXPORT_TEXTS.open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={EXPORT_TEXTS.title}>{isOpen && <ExportChoice {...props} />}</Popover.Dropdown>
    </Popover>
  )
}

function ExportChoice({ jobId, hasAlpha }: ExportMenuProps) {
  const [format, setFormat] = useState<ExportFormat>('jpeg')
  const [quality, setQuality] = useState<ExportQuality>('high')
  return (
    <div className={classes.export}>
      <Text size="sm" fw={600}>
        {EXPORT_TEXTS.title}
      </Text>
      <ChoiceBar
        label={EXPORT_TEXTS.format}
        choices={EXPORT_FORMAT_KEYS.map((value) => ({ value, label: EXPORT_FORMATS[value].label }))}
        value={format}
        onChange={setFormat}
      />
      <ChoiceBar
        label={EXPORT_TEXTS.quality}
        choices={EXPORT_QUALITY_KEYS.map((value) => ({ value, label: EXPORT_QUALITIES[value].label }))}
        value={quality}
        onChange={setQuality}
      />
      <ExportLink key={`${format}-${quality}`} jobId={jobId} format={format} quality={quality} />
      <Text size="xs" c="dimmed">
        {hasAlpha && format === 'jpeg' ? EXPORT_TEXTS.noTransparency : EXPORT_TEXTS.note}
      </Text>
    </div>
  )
}

interface ExportLinkProps {
  readonly jobId: string
  readonly format: ExportFormat
  readonly quality: ExportQuality
}

function ExportLink({ jobId, format, quality }: ExportLinkProps) {
  const made = useQuery({
    queryKey: ['processing', 'export', jobId, format, quality],
    queryFn: ({ signal }) => processingClient.jobs.export({ id: jobId, format, quality }, { signal }),
    staleTime: ADDRESS_FRESH_MS,
    retry: false,
  })
  if (made.isError)
    return (
      <Alert color="red" role="alert" p="xs" icon={<IconAlertCircle size={18} aria-hidden />}>
        {messageOf(made.error)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void made.refetch()}>
          {RESULT_TEXTS.reload}
        </Button>
      </Alert>
    )
  if (!made.data)
    return (
      <Button disabled leftSection={<Loader size={16} />} role="status">
        {EXPORT_TEXTS.making}
      </Button>
    )
  const label = EXPORT_FORMATS[format].label
  return (
    <Button
      component="a"
      href={made.data.downloadAddress}
      download
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {fillText(EXPORT_TEXTS.download, { format: label, size: sizeText(made.data.sizeBytes) })}
    </Button>
  )
}
