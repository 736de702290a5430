// Writes a placement into a pane's elements. In motion only transforms change, which the compositor does alone; at rest the pictures get
// the layout of their exact size at a whole device pixel, so that 100 % shows every picture pixel as it is.
import { dividerLeft, handleShift, type Placement, placementOf, type Size, visibleRange } from './compare-geometry.ts'
import type { MotionState } from './compare-motion.ts'

export interface PaneParts {
  readonly pane: HTMLElement
  readonly worlds: readonly HTMLElement[]
  /** Cut the state after at the divider: the outer one moves, the inner one moves back. No clip path, no painting. */
  readonly curtains: readonly HTMLElement[]
  readonly divider: HTMLElement | null
  readonly handle: HTMLElement | null
}

export const partsOf = (pane: HTMLElement): PaneParts => ({
  pane,
  worlds: [...pane.querySelectorAll<HTMLElement>('[data-world]')],
  curtains: [...pane.querySelectorAll<HTMLElement>('[data-curtain]')],
  divider: pane.querySelector<HTMLElement>('[data-divider]'),
  handle: pane.querySelector<HTMLElement>('[data-handle]'),
})

/** Half of the handle and a little air. */
const HANDLE_REACH_PX = 26

/** Scale that each world was laid out with. */
const laidOut = new WeakMap<HTMLElement, number>()

export function paintPane(
  parts: PaneParts,
  { view, fraction }: MotionState,
  isMoving: boolean,
  space: Size,
  pane: Size,
  pixelRatio: number,
): void {
  const placement = placementOf(view, space, pane)
  const snap = (value: number) => Math.round(value * pixelRatio) / pixelRatio
  for (const world of parts.worlds) paintWorld(world, placement, space, isMoving, snap)
  const left = snap(dividerLeft(fraction, placement, space, pane))
  for (const curtain of parts.curtains) {
    curtain.style.transform = `translate3d(${left}px, 0, 0)`
    const inner = curtain.firstElementChild as HTMLElement
    inner.style.transform = `translate3d(${-left}px, 0, 0)`
  }
  if (parts.divider) parts.divider.style.transform = `translate3d(${left}px, 0, 0)`
  if (parts.handle) parts.handle.style.transform = `translate3d(${handleShift(left, pane, HANDLE_REACH_PX)}px, 0, 0)`
  if (!isMoving) publishEdges(parts.pane, placement, space, pane)
}

/** Where the picture is seen, for its overlays: labels and the line of the divider keep off the empty margins. */
function publishEdges({ style }: HTMLElement, placement: Placement, space: Size, pane: Size): void {
  const { from, to } = visibleRange(placement, space, pane)
  style.setProperty('--picture-left', `${from}px`)
  style.setProperty('--picture-right', `${pane.width - to}px`)
  style.setProperty('--picture-top', `${Math.max(0, placement.y)}px`)
}

function paintWorld(
  world: HTMLElement,
  { x, y, scale }: Placement,
  space: Size,
  isMoving: boolean,
  snap: (value: number) => number,
): void {
  const base = laidOut.get(world)
  if (isMoving && base) {
    world.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale / base})`
    return
  }
  if (base !== scale) {
    world.style.width = `${space.width * scale}px`
    world.style.height = `${space.height * scale}px`
    laidOut.set(world, scale)
  }
  world.style.transform = `translate3d(${snap(x)}px, ${snap(y)}px, 0)`
}
