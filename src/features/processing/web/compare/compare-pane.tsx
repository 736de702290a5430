// One pane of the compare view: the pictures that it shows, seen through the shared view, and the gestures on them.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import {
  isZoomedIn,
  type Point,
  panBy,
  placementOf,
  type Size,
  scaleOf,
  type View,
  zoomAt,
} from './compare-geometry.ts'
import { useSettled } from './compare-motion.ts'
import classes from './compare-view.module.css'
import { paintPane, partsOf } from './paint-pane.ts'
import type { CompareZoom } from './use-compare-zoom.ts'
import { usePaneGestures } from './use-pane-gestures.ts'
import { usePaneSize } from './use-pane-size.ts'

interface ComparePaneProps {
  readonly zoom: CompareZoom
  /** The pane by whose size the buttons zoom. */
  readonly isMain?: boolean
  readonly onPoint?: (at: Point, pane: Size) => void
  readonly onHold?: (isHeld: boolean) => void
  readonly children: (pane: Size) => ReactNode
}

/** A double tap goes to 100 % (or 2 × fit where that is nearer than the fitted view), and back. */
export function doubleTapScale(fit: number, pixelRatio: number): number {
  const actual = 1 / pixelRatio
  return actual > fit * 1.2 ? actual : fit * 2
}

export function ComparePane({ zoom, isMain = true, onPoint, onHold, children }: ComparePaneProps) {
  const { space, motion, pixelRatio, onPane } = zoom
  const element = useRef<HTMLDivElement>(null)
  const pane = usePaneSize(element)
  const { width, height } = pane
  usePainting(element, zoom, pane)
  const report = useRef(onPane)
  report.current = onPane
  useLayoutEffect(() => {
    if (isMain && width > 0) report.current({ width, height })
  }, [isMain, width, height])
  const zoomedIn = useSettled(motion, ({ view }) => isZoomedIn(view, space, pane))
  const moveView = (change: (view: View) => View) => motion.move((state) => ({ ...state, view: change(state.view) }))
  const toggleZoom = (view: View, at: Point): View => {
    const fit = scaleOf({ ...view, scale: 'fit' }, space, pane)
    const next = isZoomedIn(view, space, pane) ? 0 : doubleTapScale(fit, pixelRatio)
    return zoomAt(view, next, at, space, pane, pixelRatio)
  }

  const handlers = usePaneGestures(element, {
    isZoomedIn: () => isZoomedIn(motion.current().view, space, pane),
    zoomBy: (factor, at) =>
      moveView((view) => zoomAt(view, scaleOf(view, space, pane) * factor, at, space, pane, pixelRatio)),
    panBy: (by) => moveView((view) => panBy(view, by, space, pane)),
    onDoubleTap: (at) => motion.jump((state) => ({ ...state, view: toggleZoom(state.view, at) })),
    onPoint: onPoint && ((at) => onPoint(at, pane)),
    onHold,
  })

  return (
    <div ref={element} className={classes.pane} data-zoomed={zoomedIn || undefined} {...handlers}>
      {width > 0 && children(pane)}
    </div>
  )
}

/** Paints every frame of a motion, and after every render what that has put into the pane. */
function usePainting(element: React.RefObject<HTMLElement | null>, zoom: CompareZoom, { width, height }: Size): void {
  const { space, motion, pixelRatio } = zoom
  const parts = useRef<ReturnType<typeof partsOf>>(undefined)
  useLayoutEffect(
    () =>
      motion.addPainter((state, isMoving) => {
        if (parts.current && width > 0) paintPane(parts.current, state, isMoving, space, { width, height }, pixelRatio)
      }),
    [motion, space, width, height, pixelRatio],
  )
  useLayoutEffect(() => {
    if (element.current) parts.current = partsOf(element.current)
    motion.repaint()
  })
}

/** Where the space lies in this pane as far as components know; renders when that changes. */
export function useSettledPlacement({ motion, space }: CompareZoom, pane: Size) {
  const view = useSettled(motion, (state) => state.view)
  return placementOf(view, space, pane)
}
