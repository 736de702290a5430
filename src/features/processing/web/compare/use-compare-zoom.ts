// Zoom and pan of the compare view: one view for every pane, with buttons and keys (fit, 100 %, 200 %, step by step).
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  fitView,
  isZoomedIn,
  type Point,
  panBy,
  type Screen,
  type Size,
  scaleOf,
  type View,
  viewOnScreen,
  zoomAt,
  zoomPercent,
} from './compare-geometry.ts'
import { type CompareMotion, createCompareMotion, useSettled } from './compare-motion.ts'
import { usePixelRatio } from './use-pixel-ratio.ts'

export type ZoomTarget = 'in' | 'out' | 'fit' | 'actual' | 'double'

const STEP = 1.4
const PAN_STEP_PX = 60
const DIVIDER_STEP = 0.02
const FIRST_FRACTION = 0.5

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
const KEY_DIVIDER: Readonly<Record<string, number>> = { '[': -DIVIDER_STEP, ']': DIVIDER_STEP }

export interface CompareZoom {
  readonly space: Size
  readonly motion: CompareMotion
  readonly pixelRatio: number
  /** Nothing yet before the first layout. */
  readonly pane: Size
  readonly percent: number
  readonly isFit: boolean
  readonly onPane: (pane: Size) => void
  readonly zoomTo: (target: ZoomTarget) => void
  /** Whether the key meant something here. */
  readonly onKey: (key: string) => boolean
}

export function useCompareZoom({ width, height }: Size, hasResult: boolean): CompareZoom {
  const pixelRatio = usePixelRatio()
  const [pane, setPane] = useState<Size>({ width: 0, height: 0 })
  const space = useMemo(() => ({ width, height }), [width, height])
  // Another picture, or a result that arrives: the view starts again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result of the photo's own size is another view, too
  const motion = useMemo(
    () => createCompareMotion({ view: fitView(space), fraction: FIRST_FRACTION }),
    [space, hasResult],
  )
  useFollowedScreen(motion, space, pane, pixelRatio)
  const percent = useSettled(motion, ({ view }) => zoomPercent(scaleOf(view, space, pane), pixelRatio))
  const isFit = useSettled(motion, ({ view }) => view.scale === 'fit')
  const scaleFor = (target: ZoomTarget, scale: number): number =>
    ({ in: scale * STEP, out: scale / STEP, fit: 0, actual: 1 / pixelRatio, double: 2 / pixelRatio })[target]
  const jumpView = (change: (view: View) => View) => motion.jump((state) => ({ ...state, view: change(state.view) }))
  const moveDivider = (by: number) =>
    motion.jump((state) => ({ ...state, fraction: Math.min(1, Math.max(0, state.fraction + by)) }))
  const zoomTo = (target: ZoomTarget) =>
    jumpView((view) => {
      const middle = { x: pane.width / 2, y: pane.height / 2 }
      return zoomAt(view, scaleFor(target, scaleOf(view, space, pane)), middle, space, pane, pixelRatio)
    })
  return {
    space,
    motion,
    pixelRatio,
    pane,
    percent,
    isFit,
    onPane: (next) =>
      setPane((before) => (before.width === next.width && before.height === next.height ? before : next)),
    zoomTo,
    onKey: (key) => {
      const target = KEY_TARGETS[key]
      const pan = KEY_PANS[key]
      const divider = KEY_DIVIDER[key]
      if (target) zoomTo(target)
      else if (divider && hasResult) moveDivider(divider)
      // There is nothing to pan in a picture that is seen whole: sideways keys move the divider then.
      else if (pan && isZoomedIn(motion.current().view, space, pane)) jumpView((view) => panBy(view, pan, space, pane))
      else if (hasResult && pan && pan.x !== 0) moveDivider(pan.x > 0 ? -DIVIDER_STEP : DIVIDER_STEP)
      else return false
      return true
    },
  }
}

/** Keeps the view sensible when the pane or the screen is another one than before. */
function useFollowedScreen(motion: CompareMotion, space: Size, pane: Size, pixelRatio: number): void {
  const last = useRef<Screen>({ pane, pixelRatio })
  useLayoutEffect(() => {
    const from = last.current
    last.current = { pane, pixelRatio }
    if (from.pane === pane && from.pixelRatio === pixelRatio) return
    motion.jump((state) => ({ ...state, view: viewOnScreen(state.view, space, from, last.current) }))
  }, [motion, space, pane, pixelRatio])
}
