// Mouse, pen and touch on a pane: drag, pinch, wheel, double tap. One finger belongs to the page until the view is zoomed
// in, so that the page still scrolls; the pane's `touch-action` says the same to the browser.
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Point } from './compare-geometry.ts'

export interface PaneGestures {
  readonly isZoomedIn: () => boolean
  readonly zoomBy: (factor: number, at: Point) => void
  readonly panBy: (by: Point) => void
  readonly onDoubleTap: (at: Point) => void
  /** A mouse or pen that is pressed or dragged over a view that is not zoomed in. */
  readonly onPoint?: (at: Point) => void
  /** Any single pointer went down on the picture, and left it again. */
  readonly onHold?: (isHeld: boolean) => void
}

const DOUBLE_TAP_MS = 320
const DOUBLE_TAP_DISTANCE_PX = 24
const WHEEL_SPEED = 0.0022

export function usePaneGestures(pane: RefObject<HTMLElement | null>, gestures: PaneGestures) {
  const current = useRef(gestures)
  current.current = gestures
  const pointers = useRef(new Map<number, Point>())
  const lastTap = useRef({ timeMs: 0, x: 0, y: 0 })
  const startedAt = useRef<Point>({ x: 0, y: 0 })
  useWheelZoom(pane, current)

  const at = (event: { clientX: number; clientY: number }): Point => pointIn(pane.current, event)

  const end = (event: ReactPointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return
    current.current.onHold?.(false)
    if (event.type !== 'pointerup' || distance(at(event), startedAt.current) > DOUBLE_TAP_DISTANCE_PX) return
    const tap = { timeMs: event.timeStamp, ...at(event) }
    const isSecond =
      tap.timeMs - lastTap.current.timeMs < DOUBLE_TAP_MS && distance(tap, lastTap.current) < DOUBLE_TAP_DISTANCE_PX
    if (isSecond) current.current.onDoubleTap(tap)
    lastTap.current = isSecond ? { timeMs: 0, x: 0, y: 0 } : tap
  }

  return {
    onPointerDown(event: ReactPointerEvent) {
      if (event.button !== 0) return
      pointers.current.set(event.pointerId, at(event))
      startedAt.current = at(event)
      const { isZoomedIn, onPoint, onHold } = current.current
      const isFinger = event.pointerType === 'touch'
      // A captured finger still scrolls the page where touch-action allows it.
      event.currentTarget.setPointerCapture(event.pointerId)
      onHold?.(pointers.current.size === 1)
      if (!isFinger && !isZoomedIn()) onPoint?.(at(event))
    },
    onPointerMove(event: ReactPointerEvent) {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = at(event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      const { isZoomedIn, zoomBy, panBy, onPoint } = current.current
      const moved = { x: now.x - before.x, y: now.y - before.y }
      if (other) {
        const spread = distance(before, other)
        if (spread > 0) zoomBy(distance(now, other) / spread, middle(now, other))
        panBy({ x: moved.x / 2, y: moved.y / 2 })
      } else if (isZoomedIn()) panBy(moved)
      else if (event.pointerType !== 'touch') onPoint?.(now)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onLostPointerCapture: end,
  }
}

/** Ctrl + wheel (also a pinch on a touch pad) always zooms; the plain wheel only over a picture that has the focus. */
function useWheelZoom(pane: RefObject<HTMLElement | null>, current: RefObject<PaneGestures>): void {
  useEffect(() => {
    const element = pane.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const stage = element.parentElement ?? element // takes the focus when a pane is pressed
      const hasFocus = stage.contains(document.activeElement) || document.fullscreenElement?.contains(element)
      if (!event.ctrlKey && !hasFocus) return
      event.preventDefault()
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY
      const speed = event.ctrlKey ? WHEEL_SPEED * 4 : WHEEL_SPEED
      current.current.zoomBy(Math.exp(-pixels * speed), pointIn(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false }) // React's own wheel listeners cannot prevent scrolling
    return () => element.removeEventListener('wheel', onWheel)
  }, [pane, current])
}

function pointIn(element: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = element?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
