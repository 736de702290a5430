// One pane of the compare view: the pictures that it shows, seen through the shared view, and the gestures on them.
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  isZoomedIn,
  type Placement,
  type Point,
  panBy,
  placementOf,
  type Size,
  scaleOf,
  type View,
  zoomAt,
} from './compare-geometry.ts'
import classes from './compare-view.module.css'
import { usePaneGestures } from './use-pane-gestures.ts'

export interface PaneLayout {
  readonly placement: Placement
  readonly pane: Size
  readonly element: HTMLElement | null
}

interface ComparePaneProps {
  readonly space: Size
  readonly view: View
  readonly pixelRatio: number
  readonly onView: (change: (view: View) => View) => void
  readonly onPane?: (pane: Size) => void
  readonly onPoint?: (at: Point, layout: PaneLayout) => void
  readonly onHold?: (isHeld: boolean) => void
  readonly children: (layout: PaneLayout) => ReactNode
}

/** A double tap goes to 100 % (or 2 × fit where that is nearer than the fitted view), and back. */
export function doubleTapScale(fit: number, pixelRatio: number): number {
  const actual = 1 / pixelRatio
  return actual > fit * 1.2 ? actual : fit * 2
}

export function ComparePane(props: ComparePaneProps) {
  const { space, view, pixelRatio, onView, onPane, onPoint, onHold, children } = props
  const element = useRef<HTMLDivElement>(null)
  const size = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(element, size.ref)
  const pane = { width: size.width, height: size.height }
  const report = useRef(onPane)
  report.current = onPane
  useEffect(() => report.current?.({ width: size.width, height: size.height }), [size.width, size.height])
  const layout: PaneLayout = { placement: placementOf(view, space, pane), pane, element: element.current }
  const zoomedIn = isZoomedIn(view, space, pane)
  const zoomTo = (scaleFor: (scale: number) => number, at: Point) =>
    onView((before) => zoomAt(before, scaleFor(scaleOf(before, space, pane)), at, space, pane, pixelRatio))

  const handlers = usePaneGestures(element, {
    isZoomedIn: zoomedIn,
    zoomBy: (factor, at) => zoomTo((scale) => scale * factor, at),
    panBy: (by) => onView((before) => panBy(before, by, space, pane)),
    onDoubleTap: (at) =>
      zoomTo((scale) => {
        const fit = scaleOf({ ...view, scale: 'fit' }, space, pane)
        return scale > fit * 1.001 ? 0 : doubleTapScale(fit, pixelRatio)
      }, at),
    onPoint: onPoint && ((at) => onPoint(at, layout)),
    onHold,
  })

  return (
    <div ref={ref} className={classes.pane} data-zoomed={zoomedIn || undefined} {...handlers}>
      {pane.width > 0 && children(layout)}
    </div>
  )
}
