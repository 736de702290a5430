import { expect, it } from 'vitest'
import { fractionAfterKey } from './compare-divider.tsx'
import {
  alignIn,
  dividerFraction,
  fitScale,
  fitView,
  handleShift,
  isZoomedIn,
  type Point,
  panBy,
  placementOf,
  type Size,
  type View,
  viewOnScreen,
  visibleRange,
  zoomAt,
  zoomPercent,
} from './compare-geometry.ts'
import { doubleTapScale } from './compare-pane.tsx'

const space: Size = { width: 4000, height: 3000 }
const pane: Size = { width: 800, height: 600 }
const tall: Size = { width: 300, height: 600 }
const pictureAt = (view: View, at: Point, box: Size = pane): Point => {
  const placement = placementOf(view, space, box)
  return { x: (at.x - placement.x) / placement.scale, y: (at.y - placement.y) / placement.scale }
}

it('fits the whole picture, centred', () => {
  expect(placementOf(fitView(space), space, pane)).toEqual({ x: 0, y: 0, scale: 0.2 })
  expect(placementOf(fitView(space), space, tall)).toEqual({ x: 0, y: 600 / 2 - (3000 * 0.075) / 2, scale: 0.075 })
})

it('keeps the point under the pointer where it is while zooming', () => {
  const at = { x: 300, y: 260 }
  const before = pictureAt(fitView(space), at)
  const view = zoomAt(fitView(space), 1, at, space, pane, 1)
  const afterwards = pictureAt(view, at)
  expect(afterwards.x).toBeCloseTo(before.x, 6)
  expect(afterwards.y).toBeCloseTo(before.y, 6)
})

it('shows the same part in panes of different sizes, as the middle is shared', () => {
  const view = zoomAt(fitView(space), 1, { x: 400, y: 300 }, space, pane, 1)
  const left = pictureAt(view, { x: pane.width / 2, y: pane.height / 2 })
  const right = pictureAt(view, { x: tall.width / 2, y: tall.height / 2 }, tall)
  expect(right).toEqual(left)
})

it('100 % is one picture pixel per device pixel', () => {
  expect(zoomPercent(1, 1)).toBe(100)
  expect(zoomPercent(1 / 3, 3)).toBe(100)
  expect(zoomAt(fitView(space), 1 / 2, { x: 400, y: 300 }, space, pane, 2).scale).toBe(0.5)
})

it('never shows a margin beside a picture that is larger than the pane', () => {
  let view = zoomAt(fitView(space), 1, { x: 400, y: 300 }, space, pane, 1)
  view = panBy(view, { x: 99_999, y: -99_999 }, space, pane)
  const { x, y, scale } = placementOf(view, space, pane)
  expect(x).toBe(0)
  expect(y + space.height * scale).toBe(pane.height)
})

it('zooming out ends at fit, zooming in at eight device pixels per picture pixel', () => {
  const near = zoomAt(fitView(space), 1000, { x: 1, y: 1 }, space, pane, 2)
  expect(near.scale).toBe(4)
  expect(zoomAt(near, 0.0001, { x: 1, y: 1 }, space, pane, 2)).toEqual(fitView(space))
})

it('a picture smaller than the pane can be seen at its own 100 %', () => {
  const small = { width: 200, height: 150 }
  const view = zoomAt(fitView(small), 1, { x: 0, y: 0 }, small, pane, 1)
  expect(placementOf(view, small, pane)).toEqual({ x: 300, y: 225, scale: 1 })
  expect(isZoomedIn(view, small, pane)).toBe(false)
})

it('lays a before of another size over the after, without distortion', () => {
  expect(alignIn(space, { width: 1000, height: 750 })).toEqual({ x: 0, y: 0, width: 4000, height: 3000 })
  expect(alignIn(space, { width: 1000, height: 1000 })).toEqual({ x: 500, y: 0, width: 3000, height: 3000 })
})

it('the divider runs over the visible picture only', () => {
  const range = visibleRange(placementOf(fitView(space), space, { width: 1600, height: 600 }), space, {
    width: 1600,
    height: 600,
  })
  expect(range).toEqual({ from: 400, to: 1200 })
  expect(dividerFraction(400, range)).toBe(0)
  expect(dividerFraction(800, range)).toBe(0.5)
  expect(dividerFraction(5000, range)).toBe(1)
})

it('the divider follows the keys of a slider', () => {
  expect(fractionAfterKey('ArrowLeft', 0.5, false)).toBeCloseTo(0.48)
  expect(fractionAfterKey('ArrowRight', 0.5, true)).toBeCloseTo(0.6)
  expect(fractionAfterKey('Home', 0.5, false)).toBe(0)
  expect(fractionAfterKey('End', 0.5, false)).toBe(1)
  expect(fractionAfterKey('ArrowRight', 1, false)).toBe(1)
  expect(fractionAfterKey('a', 0.5, false)).toBeUndefined()
})

it('a double tap goes to 100 %, or twice the fit where that is already larger', () => {
  expect(doubleTapScale(fitScale(space, pane), 1)).toBe(1)
  expect(doubleTapScale(4, 1)).toBe(8)
})

it('after a rotation a zoomed picture is not smaller than the pane, and 100 % stays 100 %', () => {
  const upright = { pane: { width: 360, height: 270 }, pixelRatio: 1 }
  const lying = { pane, pixelRatio: 1 }
  const centre = { x: 900, y: 800 }
  expect(viewOnScreen({ scale: 0.15, centre }, space, upright, lying)).toEqual(fitView(space))
  expect(viewOnScreen({ scale: 0.5, centre }, space, upright, lying)).toEqual({ scale: 0.5, centre })
  expect(viewOnScreen(fitView(space), space, upright, lying)).toEqual(fitView(space))
  const small = { width: 400, height: 300 }
  expect(viewOnScreen({ scale: 1, centre }, small, upright, lying).scale).toBe(1)
  expect(viewOnScreen({ scale: 1, centre }, space, upright, { pane, pixelRatio: 2 }).scale).toBe(0.5)
})

it.each([
  [0, 26],
  [400, 0],
  [800, -26],
])('at %i px of a pane the handle stands %i px beside its line, and is seen whole', (left, shift) => {
  expect(handleShift(left, pane, 26)).toBe(shift)
  expect(handleShift(left, { width: 40, height: 40 }, 26)).toBe(0)
})
