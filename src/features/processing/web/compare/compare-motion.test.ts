// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fitView } from './compare-geometry.ts'
import { createCompareMotion } from './compare-motion.ts'
import { paintPane, partsOf } from './paint-pane.ts'

const space = { width: 4000, height: 3000 }
const pane = { width: 800, height: 600 }
const first = { view: fitView(space), fraction: 0.5 }
const toFraction = (fraction: number) => (state: typeof first) => ({ ...state, fraction })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('paints many steps of a gesture once per frame, and tells components when it rests', () => {
  const motion = createCompareMotion(first)
  const painted: [number, boolean][] = []
  const calls: number[] = []
  motion.addPainter(({ fraction }, isMoving) => painted.push([fraction, isMoving]))
  motion.subscribe(() => calls.push(motion.settled().fraction))
  vi.advanceTimersToNextFrame()
  motion.move(toFraction(0.51))
  motion.move(toFraction(0.52))
  motion.move(toFraction(0.53))
  expect(painted).toEqual([])
  vi.advanceTimersToNextFrame()
  expect(painted).toEqual([[0.53, true]])
  motion.move(toFraction(0.6))
  vi.advanceTimersByTime(1000)
  expect(painted.at(-1)).toEqual([0.6, false])
  expect(calls.at(-1)).toBe(0.6)
  expect(calls.length).toBeLessThan(4)
})

it('paints and tells a single step at once', () => {
  const motion = createCompareMotion(first)
  const calls = vi.fn()
  motion.subscribe(calls)
  motion.jump(toFraction(0.9))
  expect(calls).toHaveBeenCalledOnce()
  expect(motion.settled().fraction).toBe(0.9)
})

it('changes only transforms in motion, and lays the pictures out at whole device pixels at rest', () => {
  document.body.innerHTML = `<div id="pane"><div data-world></div>
    <div data-curtain><div></div></div><div data-divider></div></div>`
  const parts = partsOf(document.getElementById('pane')!)
  const [world] = parts.worlds
  const paint = (scale: number | 'fit', isMoving: boolean) =>
    paintPane(parts, { view: { scale, centre: { x: 2000.4, y: 1500 } }, fraction: 0.25 }, isMoving, space, pane, 1)
  paint('fit', false)
  expect([world!.style.width, world!.style.height]).toEqual(['800px', '600px'])
  paint(1, true)
  expect(world!.style.width).toBe('800px')
  expect(world!.style.transform).toMatch(/scale\(5\)$/)
  paint(1, false)
  expect(world!.style.width).toBe('4000px')
  expect(world!.style.transform).toBe('translate3d(-1600px, -1200px, 0px)')
  expect(parts.curtains[0]!.style.transform).toBe('translate3d(200px, 0px, 0px)')
  expect(parts.divider!.style.transform).toBe(parts.curtains[0]!.style.transform)
  expect((parts.curtains[0]!.firstElementChild as HTMLElement).style.transform).toBe('translate3d(-200px, 0px, 0px)')
})
