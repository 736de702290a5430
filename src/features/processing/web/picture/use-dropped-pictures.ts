// Dropped and pasted pictures of a tool page: one is taken, several are asked about (batch/open-batch.ts, loaded then).
import { useNavigate } from 'react-router'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { usePictureDrop } from './use-picture-drop.ts'

/** Whether files are being dragged over the window. */
export function useDroppedPictures(modelKey: string, onFile: (file: File) => void): boolean {
  const session = useSessionView()
  const navigate = useNavigate()
  const takeAll = async (files: readonly File[]) => {
    const { openBatch } = await import('../batch/open-batch.ts')
    const address = openBatch(session, modelKey, files)
    if (address) await navigate(address)
    else onFile(files[0]!)
  }
  return usePictureDrop((files) => {
    const [first, ...others] = files
    if (others.length > 0) takeAll(files).catch(() => onFile(first!))
    else onFile(first!)
  })
}
