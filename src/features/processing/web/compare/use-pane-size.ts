// Size of a pane as it is laid out. Reported before the frame is drawn in which it changed, so that no frame after a rotation or a resized
// window shows the picture at its old fit.
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Size } from './compare-geometry.ts'

const NOTHING: Size = { width: 0, height: 0 }

export function usePaneSize(pane: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>(NOTHING)
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const read = ({ width, height }: Size) =>
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    read(element.getBoundingClientRect())
    const observer = new ResizeObserver(([entry]) => entry && flushSync(() => read(entry.contentRect)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [pane])
  return size
}
