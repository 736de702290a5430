// A picture dropped anywhere on the page, or pasted, is taken; without this a file dropped beside the area would replace the page.
import { useEffect, useRef, useState } from 'react'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'

/** Whether files are being dragged over the window. */
export function usePictureDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onFile)
  take.current = onFile
  useEffect(() => {
    const takeFirst = (files: FileList | undefined) => {
      if (!files?.[0]) return false
      if (files.length > 1) notifyInfo(UPLOADER_TEXTS.oneFile)
      take.current(files[0])
      return true
    }
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      takeFirst(event.dataTransfer.files)
    }
    const onPaste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (!isTyping && takeFirst(event.clipboardData?.files)) event.preventDefault()
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
      window.removeEventListener('paste', onPaste)
    }
  }, [])
  return isOver
}
