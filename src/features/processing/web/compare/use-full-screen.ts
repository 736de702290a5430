// Full screen for one element: the browser's own where it has one for elements, else (iPhone) the whole window.
import { type RefObject, useEffect, useState } from 'react'

export interface FullScreenControl {
  readonly isFullScreen: boolean
  readonly toggle: () => void
}

export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreenControl {
  const [isFullScreen, setFullScreen] = useState(false)
  useEffect(() => {
    const onChange = () => setFullScreen(document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [element])
  useEffect(() => {
    if (!isFullScreen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (document.fullscreenElement) void document.exitFullscreen()
      else setFullScreen(false)
    }
    const overflow = document.body.style.overflow
    document.body.style.overflow = 'hidden'
    document.addEventListener('keydown', onKey)
    return () => {
      document.body.style.overflow = overflow
      document.removeEventListener('keydown', onKey)
    }
  }, [isFullScreen])
  const toggle = () => {
    const target = element.current
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (isFullScreen || !target?.requestFullscreen) setFullScreen(!isFullScreen)
    else target.requestFullscreen().catch(() => setFullScreen(true))
  }
  return { isFullScreen, toggle }
}
