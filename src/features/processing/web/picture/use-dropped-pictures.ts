// Several pictures dropped on a tool page go on to the page for several, where the account may use it; else the first one is taken.
import { useNavigate } from 'react-router'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { hasPermission } from '#rulebook/credits/tiers.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { batchAddress } from '#rulebook/site/site-map.ts'
import { holdFiles } from '../batch/held-files.ts'
import { usePictureDrop } from './use-picture-drop.ts'

/** Whether files are being dragged over the window. */
export function useDroppedPictures(modelKey: string, onFile: (file: File) => void): boolean {
  const session = useSessionView()
  const navigate = useNavigate()
  return usePictureDrop((files) => {
    if (files.length > 1 && hasPermission(session, 'batch_process')) {
      holdFiles(files)
      void navigate(batchAddress(modelKey))
      return
    }
    if (files.length > 1) notifyInfo(UPLOADER_TEXTS.oneFile)
    onFile(files[0]!)
  })
}
