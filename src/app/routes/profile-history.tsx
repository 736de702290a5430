// `/profile/history` (document 1 §2): the history, joined with the compare view and with the picture that the tools hold.
import { Modal } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { HistoryEntry, HistoryJob } from '#features/history/contract.ts'
import { type HistoryActions, HistoryActionsContext } from '#features/history/web/history-actions.ts'
import { HistoryPage } from '#features/history/web/history-page.tsx'
import { UploadAllowance } from '#features/processing/web/allowance/upload-allowance.tsx'
import { currentPicture, pictureOfResult, pictureOfUpload } from '#features/processing/web/picture/current-picture.ts'
import { ShareButton } from '#features/processing/web/share/share-button.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'
import { LoadingScreen } from '../shell/loading-screen.tsx'

const CompareView = lazy(() =>
  import('#features/processing/web/compare/compare-view.tsx').then((module) => ({ default: module.CompareView })),
)

export const meta = () => pageMeta(PAGE_TITLES['profile-history'])

export default function ProfileHistory() {
  const navigate = useNavigate()
  const [compared, setCompared] = useState<{ readonly entry: HistoryEntry; readonly record: HistoryJob }>()
  // The same for as long as the page stands: every entry reads it.
  const actions = useMemo<HistoryActions>(
    () => ({
      ShareButton,
      compare: (entry, record) => setCompared({ entry, record }),
      processOriginal: (entry, path) => {
        currentPicture.set(pictureOfUpload(entry))
        void navigate(path)
      },
      processResult: (record, path) => {
        currentPicture.set(pictureOfResult(record))
        void navigate(path)
      },
    }),
    [navigate],
  )
  return (
    <HistoryActionsContext value={actions}>
      <HistoryPage allowance={<UploadAllowance />} />
      <Modal
        opened={compared !== undefined}
        onClose={() => setCompared(undefined)}
        fullScreen
        title={compared?.entry.originalFilename}
      >
        {compared && <Compared {...compared} />}
      </Modal>
    </HistoryActionsContext>
  )
}

function Compared({ entry, record }: { readonly entry: HistoryEntry; readonly record: HistoryJob }) {
  const { result } = record
  if (!result) return null
  return (
    <Suspense fallback={<LoadingScreen />}>
      <CompareView
        name={entry.originalFilename}
        before={{
          address: entry.viewAddress,
          tilesOf: { uploadId: entry.id },
          width: entry.width,
          height: entry.height,
        }}
        after={{
          tilesOf: { parentJobId: record.id },
          address: result.viewAddress,
          fullAddress: result.downloadAddress,
          width: result.width,
          height: result.height,
        }}
      />
    </Suspense>
  )
}
