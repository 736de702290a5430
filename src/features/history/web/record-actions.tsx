// What can be done with a finished run: look at it beside its original, download it, run again (document 1 §2; P-09).
import { Button, Menu } from '@mantine/core'
import { IconArrowsHorizontal, IconDownload, IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import { appWithoutDownloads } from '#platform/web/in-app/in-app-browser.ts'
import { OpenInBrowserGuide } from '#platform/web/in-app/open-in-browser-guide.tsx'
import { notifyError } from '#platform/web/ui/notices.tsx'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { HistoryEntry, HistoryJob } from '../contract.ts'
import { downloadFile } from './download-file.ts'
import { useHistoryActions } from './history-actions.ts'
import classes from './history-page.module.css'

interface RecordActionsProps {
  readonly entry: HistoryEntry
  readonly record: HistoryJob
  /** The addresses of this list no longer work. */
  readonly onStale: () => void
}

export function RecordActions({ entry, record, onStale }: RecordActionsProps) {
  const actions = useHistoryActions()
  const [isAsking, setAsking] = useState(false)
  const [isGuideOpen, setGuideOpen] = useState(false)
  const app = appWithoutDownloads()
  const { result } = record
  const name = entry.originalFilename
  const download = async (address: string) => {
    setAsking(true)
    try {
      await downloadFile(address)
    } catch (error) {
      // The person reads the documents' text; the console keeps the cause, with its status.
      console.warn(error)
      notifyError(messageFromRegister({ code: 'history-download-failed' }))
      onStale()
    }
    setAsking(false)
  }
  return (
    <div className={classes.actions}>
      {result && !entry.filesRemoved && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsHorizontal size={16} aria-hidden />}
          onClick={() => actions.compare(entry, record)}
          aria-label={fillText(HISTORY_PAGE_TEXTS.compareOf, { name })}
        >
          {HISTORY_PAGE_TEXTS.compare}
        </Button>
      )}
      {result && (
        <Button
          variant="default"
          size="sm"
          loading={isAsking}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => (app ? setGuideOpen(true) : void download(result.downloadAddress))}
          aria-label={fillText(HISTORY_PAGE_TEXTS.downloadOf, { name })}
        >
          {HISTORY_PAGE_TEXTS.download}
        </Button>
      )}
      {app && result && (
        <OpenInBrowserGuide
          app={app}
          downloadAddress={result.downloadAddress}
          isOpen={isGuideOpen}
          onClose={() => setGuideOpen(false)}
        />
      )}
      {result && !entry.filesRemoved && <actions.ShareButton run={{ id: record.id, name }} />}
      <RunAgain entry={entry} record={record} />
    </div>
  )
}

function RunAgain({ entry, record }: Omit<RecordActionsProps, 'onStale'>) {
  const { processOriginal, processResult } = useHistoryActions()
  const model = modelByKey(record.modelKey)
  if (entry.filesRemoved && !record.result) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRotateClockwise size={16} aria-hidden />}
          aria-label={fillText(HISTORY_PAGE_TEXTS.againOf, { name: entry.originalFilename })}
        >
          {HISTORY_PAGE_TEXTS.again}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {!entry.filesRemoved && model && (
          <Menu.Item onClick={() => processOriginal(entry, model.route)}>{HISTORY_PAGE_TEXTS.sameTool}</Menu.Item>
        )}
        {!entry.filesRemoved && (
          <Menu.Item onClick={() => processOriginal(entry, PATHS.catalogue)}>{HISTORY_PAGE_TEXTS.otherTool}</Menu.Item>
        )}
        {record.result && (
          <Menu.Item onClick={() => processResult(record, PATHS.catalogue)}>
            {HISTORY_PAGE_TEXTS.continueResult}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
