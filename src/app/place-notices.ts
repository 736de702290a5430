// Where notices stand: from their usual corner on, the first place where they cover nothing that can be pressed (decision 0208).

export interface Size {
  readonly width: number
  readonly height: number
}
export interface Box extends Size {
  readonly left: number
  readonly top: number
}
type Place = Pick<Box, 'left' | 'top'>

const CONTROLS = 'header:not(main header), a[href], button, input, select, textarea, label, summary, [role="slider"]'
const MARGIN_PX = 16
const STEP_PX = 8
/** A notice that touches the bar looks cut off by it. */
const GAP_PX = 8
/** Inputs that only assistive programs see are one pixel large. */
const SMALLEST_PX = 4
/** Pages scroll and fill while a notice stands. */
const LOOKED_AFTER_MS = 200
/**
 * A pointer that moved over a notice so lately is about to press there. TRAP: `:hover` also says so of a notice that appeared under a pointer at rest,
 * as after the press of a start button, and of the place of the last touch.
 */
const AIMED_FOR_MS = 1000
const PHONE_BELOW_PX = 768

/** On a phone from the bottom up, elsewhere from the top down; at the right edge first. Where no place is free: the one that covers least. */
export function placeOf(notices: Size, window: Size, controls: readonly Box[]): Place {
  const lowest = window.height - notices.height - MARGIN_PX
  const right = window.width - notices.width - MARGIN_PX
  const tops = Array.from({ length: Math.max(1, Math.floor((lowest - MARGIN_PX) / STEP_PX) + 1) }, (_, at) =>
    window.width < PHONE_BELOW_PX ? Math.max(MARGIN_PX, lowest - at * STEP_PX) : MARGIN_PX + at * STEP_PX,
  )
  let best = { left: right, top: tops[0]!, covered: Number.POSITIVE_INFINITY }
  for (const left of new Set([right, Math.max(MARGIN_PX, right / 2), MARGIN_PX]))
    for (const top of tops) {
      const covered = coveredBy(withGap({ left, top, ...notices }), controls)
      if (covered === 0) return { left, top }
      if (covered < best.covered) best = { left, top, covered }
    }
  return best
}

const withGap = ({ left, top, width, height }: Box): Box => ({
  left: left - GAP_PX,
  top: top - GAP_PX,
  width: width + 2 * GAP_PX,
  height: height + 2 * GAP_PX,
})

/** How many controls, counting parts: a button that is hidden whole weighs more than the edge of a large field. */
export function coveredBy(notices: Box, controls: readonly Box[]): number {
  let covered = 0
  for (const { left, top, width, height } of controls) {
    const across = Math.min(left + width, notices.left + notices.width) - Math.max(left, notices.left)
    const down = Math.min(top + height, notices.top + notices.height) - Math.max(top, notices.top)
    if (across > 0 && down > 0) covered += (across * down) / (width * height)
  }
  return covered
}

/** Keeps the notices of `stack` clear of controls until the returned function is called. Not moved under a pointer that is about to press. */
export function keepClear(stack: HTMLElement): () => void {
  const listening = new AbortController()
  let movedAtMs = Number.NEGATIVE_INFINITY
  let hasStood = false
  const noteMove = ({ timeStamp }: PointerEvent) => {
    movedAtMs = timeStamp
  }
  stack.addEventListener('pointermove', noteMove, listening)
  const isAimedAt = () => performance.now() - movedAtMs < AIMED_FOR_MS || stack.matches(':focus-within')
  const place = () => {
    const { width, height, left, top } = stack.getBoundingClientRect()
    if (height === 0 || isAimedAt()) return
    const controls = controlsBeside(stack)
    const isInside = left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight
    if (hasStood && isInside && coveredBy({ width, height, left, top }, controls) === 0) return
    const found = placeOf({ width, height }, { width: innerWidth, height: innerHeight }, controls)
    hasStood = true
    Object.assign(stack.style, { left: `${found.left}px`, top: `${found.top}px`, right: 'auto', bottom: 'auto' })
  }
  // Called before the first paint.
  const sized = new ResizeObserver(place)
  sized.observe(stack)
  const timer = setInterval(place, LOOKED_AFTER_MS)
  return () => {
    sized.disconnect()
    clearInterval(timer)
    listening.abort()
  }
}

function controlsBeside(stack: HTMLElement): DOMRect[] {
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !stack.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(
      ({ width, height, top, bottom }) =>
        width >= SMALLEST_PX && height >= SMALLEST_PX && bottom > 0 && top < innerHeight,
    )
}
