// Zoom and pan of the compare view: one view for every pane, with buttons and keys (fit, 100 %, 200 %, step by step).
import { useState } from 'react'
import { fitView, type Point, panBy, type Size, scaleOf, type View, zoomAt, zoomPercent } from './compare-geometry.ts'
import { usePixelRatio } from './use-pixel-ratio.ts'

export type ZoomTarget = 'in' | 'out' | 'fit' | 'actual' | 'double'

const STEP = 1.4
const PAN_STEP_PX = 60
const KEY_TARGETS: Readonly<Record<string, ZoomTarget>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'fit',
  '1': 'actual',
  '2': 'double',
}
const KEY_PANS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: PAN_STEP_PX, y: 0 },
  ArrowRight: { x: -PAN_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP_PX },
  ArrowDown: { x: 0, y: -PAN_STEP_PX },
}

export interface CompareZoom {
  readonly space: Size
  readonly view: View
  readonly pixelRatio: number
  readonly percent: number
  readonly onView: (change: (view: View) => View) => void
  readonly onPane: (pane: Size) => void
  readonly zoomTo: (target: ZoomTarget) => void
  /** Whether the key meant something here. */
  readonly onKey: (key: string) => boolean
}

export function useCompareZoom({ width, height }: Size): CompareZoom {
  const space = { width, height }
  const pixelRatio = usePixelRatio()
  const [pane, setPane] = useState<Size>({ width: 0, height: 0 })
  // The space changes when the result arrives: the view then starts again.
  const [held, setHeld] = useState({ width, height, view: fitView(space) })
  const view = held.width === width && held.height === height ? held.view : fitView(space)
  const onView = (change: (view: View) => View) =>
    setHeld((before) => {
      const current = before.width === width && before.height === height ? before.view : fitView(space)
      return { width, height, view: change(current) }
    })
  const scaleFor = (target: ZoomTarget, scale: number): number =>
    ({ in: scale * STEP, out: scale / STEP, fit: 0, actual: 1 / pixelRatio, double: 2 / pixelRatio })[target]
  const zoomTo = (target: ZoomTarget) =>
    onView((before) => {
      const middle = { x: pane.width / 2, y: pane.height / 2 }
      return zoomAt(before, scaleFor(target, scaleOf(before, space, pane)), middle, space, pane, pixelRatio)
    })
  return {
    space,
    view,
    pixelRatio,
    percent: zoomPercent(scaleOf(view, space, pane), pixelRatio),
    onView,
    onPane: (next) =>
      setPane((before) => (before.width === next.width && before.height === next.height ? before : next)),
    zoomTo,
    onKey: (key) => {
      const target = KEY_TARGETS[key]
      const pan = KEY_PANS[key]
      if (target) zoomTo(target)
      else if (pan) onView((before) => panBy(before, pan, space, pane))
      return target !== undefined || pan !== undefined
    },
  }
}
