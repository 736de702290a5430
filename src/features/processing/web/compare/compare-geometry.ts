// The one coordinate space of the compare view. Its unit is a pixel of the larger (after) picture; both pictures are laid
// over the same rectangle, and every pane looks at it through the same view: a scale and the point in the pane's middle.
// `scale` is CSS pixels per picture pixel, so 100 % is one picture pixel per device pixel: `1 / pixelRatio`.

export interface Size {
  readonly width: number
  readonly height: number
}
export interface Point {
  readonly x: number
  readonly y: number
}
export interface View {
  /** `fit` follows the pane's size. */
  readonly scale: number | 'fit'
  /** In picture pixels. */
  readonly centre: Point
}
/** Where the space lies in a pane, in CSS pixels. */
export interface Placement extends Point {
  readonly scale: number
}

/** Largest zoom: eight device pixels per picture pixel. */
const MAX_DEVICE_SCALE = 8

export const fitView = (space: Size): View => ({ scale: 'fit', centre: { x: space.width / 2, y: space.height / 2 } })

export const fitScale = (space: Size, pane: Size): number =>
  Math.min(pane.width / space.width, pane.height / space.height) || 0

export const scaleOf = (view: View, space: Size, pane: Size): number =>
  view.scale === 'fit' ? fitScale(space, pane) : view.scale

/** Keeps the picture over the pane: no empty margin beside a picture that is larger than the pane, centred otherwise. */
function clampCentre(centre: Point, scale: number, space: Size, pane: Size): Point {
  const along = (value: number, spaceLength: number, paneLength: number) => {
    const half = paneLength / scale / 2
    return half * 2 >= spaceLength ? spaceLength / 2 : Math.min(spaceLength - half, Math.max(half, value))
  }
  return { x: along(centre.x, space.width, pane.width), y: along(centre.y, space.height, pane.height) }
}

/** Upper left corner and scale of the space in this pane. */
export function placementOf(view: View, space: Size, pane: Size): Placement {
  const scale = scaleOf(view, space, pane)
  if (scale === 0) return { x: 0, y: 0, scale }
  const centre = clampCentre(view.centre, scale, space, pane)
  return { x: pane.width / 2 - centre.x * scale, y: pane.height / 2 - centre.y * scale, scale }
}

/** The view at another scale with the picture point under `at` (CSS pixels in the pane) staying where it is. */
export function zoomAt(view: View, scale: number, at: Point, space: Size, pane: Size, pixelRatio: number): View {
  const fit = fitScale(space, pane)
  const largest = Math.max(fit, MAX_DEVICE_SCALE / pixelRatio)
  const next = Math.min(largest, scale)
  // Smaller than the pane is of use only for a picture that the pane enlarges: down to its own pixels.
  const smallest = Math.min(fit, 1 / pixelRatio)
  if (next < smallest || Math.abs(next - fit) < 1e-9) return fitView(space)
  const from = placementOf(view, space, pane)
  const fixed = { x: (at.x - from.x) / from.scale, y: (at.y - from.y) / from.scale }
  const centre = { x: fixed.x + (pane.width / 2 - at.x) / next, y: fixed.y + (pane.height / 2 - at.y) / next }
  return { scale: next, centre: clampCentre(centre, next, space, pane) }
}

/** The view after the picture was moved by so many CSS pixels. */
export function panBy(view: View, by: Point, space: Size, pane: Size): View {
  const scale = scaleOf(view, space, pane)
  const { x, y } = placementOf(view, space, pane)
  const centre = { x: (pane.width / 2 - x - by.x) / scale, y: (pane.height / 2 - y - by.y) / scale }
  return { ...view, centre: clampCentre(centre, scale, space, pane) }
}

/** Whether there is more picture than fits into the pane. */
export const isZoomedIn = (view: View, space: Size, pane: Size): boolean =>
  scaleOf(view, space, pane) > fitScale(space, pane) * 1.001

/** A pane and how many device pixels each of its CSS pixels has. */
export interface Screen {
  readonly pane: Size
  readonly pixelRatio: number
}

/**
 * The view after a rotation, a resized window or another screen: the same device pixels per picture pixel. Whoever had zoomed in
 * and would now see a picture smaller than the pane sees it whole instead; 100 % stays 100 %.
 */
export function viewOnScreen(view: View, space: Size, from: Screen, to: Screen): View {
  if (view.scale === 'fit') return view
  const scale = (view.scale * from.pixelRatio) / to.pixelRatio
  const isActualSize = Math.abs(scale * to.pixelRatio - 1) < 1e-6
  const wasZoomedIn = from.pane.width > 0 && isZoomedIn(view, space, from.pane)
  if (wasZoomedIn && !isActualSize && scale <= fitScale(space, to.pane)) return fitView(space)
  return { ...view, scale }
}

export const zoomPercent = (scale: number, pixelRatio: number): number => Math.round(scale * pixelRatio * 100)

/** Where a picture of another size lies in the space: same middle, as large as fits. In picture pixels of the space. */
export function alignIn(space: Size, picture: Size): Point & Size {
  const factor = fitScale(picture, space)
  const width = picture.width * factor
  const height = picture.height * factor
  return { x: (space.width - width) / 2, y: (space.height - height) / 2, width, height }
}

/** Left and right edge of the visible picture in the pane: the range of the divider. */
export function visibleRange(
  placement: Placement,
  space: Size,
  pane: Size,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, placement.x)
  return { from, to: Math.max(from, Math.min(pane.width, placement.x + space.width * placement.scale)) }
}

/** 0–1 of the range that a horizontal position in the pane stands for. */
export function dividerFraction(x: number, range: { readonly from: number; readonly to: number }): number {
  const length = range.to - range.from
  return length <= 0 ? 0.5 : Math.min(1, Math.max(0, (x - range.from) / length))
}

/** How far the divider's handle moves inward from its line, so that it stays whole at the pane's edges. */
export function handleShift(left: number, pane: Size, reachPx: number): number {
  if (pane.width < 2 * reachPx) return 0
  return Math.min(pane.width - reachPx, Math.max(reachPx, left)) - left
}

/** CSS pixels from the pane's left edge at which the divider stands. */
export function dividerLeft(fraction: number, placement: Placement, space: Size, pane: Size): number {
  const { from, to } = visibleRange(placement, space, pane)
  return from + fraction * (to - from)
}
