// A file that waits, as the browser shows it: whoever takes one out sees which. One is decoded at a time and only its small picture is kept: fifty
// photos of a phone at once would be gigabytes. Formats that the browser does not know (HEIC, TIFF) keep the sign.
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** Twice the side in the list, for dense screens. */
const SIDE_PX = 128

let before: Promise<unknown> = Promise.resolve()
function decodeInTurn(file: File, isWanted: () => boolean): Promise<ImageBitmap | undefined> {
  const turn = before.then(() =>
    isWanted() ? createImageBitmap(file, { resizeWidth: SIDE_PX, resizeQuality: 'medium' }) : undefined,
  )
  before = turn.catch(() => {})
  return turn.catch(() => undefined)
}

export function FileThumbnail({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isWanted = true
    void decodeInTurn(file, () => isWanted).then((bitmap) => {
      if (!bitmap) return
      if (!isWanted) return bitmap.close()
      canvas.current?.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      setDrawn(true)
    })
    return () => {
      isWanted = false
    }
  }, [file])
  return (
    <>
      <canvas ref={canvas} hidden={!isDrawn} />
      {!isDrawn && <IconPhoto size={24} stroke={1.3} aria-hidden />}
    </>
  )
}
