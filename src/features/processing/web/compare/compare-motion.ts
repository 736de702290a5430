// What moves in the compare view: the view (zoom, pan) and the divider. Outside React: while something moves, painters write transforms
// once per frame and nothing renders; components are notified a few times a second and when it rests (60 frames a second).
import { useSyncExternalStore } from 'react'
import type { View } from './compare-geometry.ts'

export interface MotionState {
  readonly view: View
  /** 0–1 of the visible picture that shows the state before. */
  readonly fraction: number
}
type Change = (state: MotionState) => MotionState
/** Writes the state into the document. While it moves, layout stays as it is and only transforms change. */
export type Painter = (state: MotionState, isMoving: boolean) => void

export interface CompareMotion {
  readonly current: () => MotionState
  /** What components have heard of. */
  readonly settled: () => MotionState
  /** A step of a gesture: painted with the next frame. */
  readonly move: (change: Change) => void
  /** A single step, by key or button: painted and published at once. */
  readonly jump: (change: Change) => void
  readonly repaint: () => void
  readonly addPainter: (painter: Painter) => () => void
  readonly subscribe: (listener: () => void) => () => void
}

const REST_MS = 140
const NOTIFY_EVERY_MS = 200

export function createCompareMotion(first: MotionState): CompareMotion {
  let current = first
  let settled = first
  let frame = 0
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let isMoving = false
  let notifiedAtMs = 0
  const painters = new Set<Painter>()
  const listeners = new Set<() => void>()

  const paint = () => {
    for (const painter of painters) painter(current, isMoving)
  }
  const notify = () => {
    settled = current
    for (const listener of listeners) listener()
  }
  const rest = () => {
    cancelAnimationFrame(frame)
    clearTimeout(restTimer)
    frame = 0
    isMoving = false
    paint()
    notify()
  }
  const onFrame = (nowMs: number) => {
    frame = 0
    paint()
    if (nowMs - notifiedAtMs < NOTIFY_EVERY_MS) return
    notifiedAtMs = nowMs
    notify()
  }
  return {
    current: () => current,
    settled: () => settled,
    move(change) {
      current = change(current)
      isMoving = true
      frame ||= requestAnimationFrame(onFrame)
      clearTimeout(restTimer)
      restTimer = setTimeout(rest, REST_MS)
    },
    jump(change) {
      current = change(current)
      rest()
    },
    repaint: paint,
    addPainter(painter) {
      painters.add(painter)
      return () => painters.delete(painter)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A value of the published state; the component renders only when the value changes, so it must be a primitive or kept by identity. */
export const useSettled = <Value>(motion: CompareMotion, select: (state: MotionState) => Value): Value =>
  useSyncExternalStore(
    motion.subscribe,
    () => select(motion.settled()),
    () => select(motion.settled()),
  )
