// A result opens where it differs most, at 100 %: the whole picture is seen for a moment, then the view glides there (decision 0145).
// A view that the user has already moved stays.
import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '#platform/web/when-idle.ts'
import { fitScale, type Point, type View } from './compare-geometry.ts'
import { useSettled } from './compare-motion.ts'
import { findSpot, type Readable } from './most-changed.ts'
import type { CompareZoom } from './use-compare-zoom.ts'

const GLIDE_MS = 700
/** Nearer to 100 % than this there is nothing to gain. */
const WORTH_IT = 1.1

interface OpeningSpot {
  readonly before: Readable
  /** Undefined: the view stays whole. */
  readonly after: Readable | undefined
  readonly zoom: CompareZoom
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve))

/** Whether the view still stands where it opened. */
export function useOpeningSpot({ before, after, zoom }: OpeningSpot): boolean {
  const { motion, space, pixelRatio, pane } = zoom
  const [opened, setOpened] = useState<View>()
  const looked = useRef<typeof motion>(undefined)
  const isLaidOut = pane.width > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per result; renewed addresses and a resized window open nothing again
  useEffect(() => {
    if (!after || !isLaidOut || looked.current === motion) return
    looked.current = motion
    const first = motion.current().view
    const actual = 1 / pixelRatio
    if (first.scale !== 'fit' || actual < fitScale(space, pane) * WORTH_IT) return
    const window = { width: pane.width * pixelRatio, height: pane.height * pixelRatio }
    let stop = () => {}
    let isWanted = true
    findSpot([before, after], space, window, idle).then(
      (spot) => {
        if (!spot || !isWanted || motion.current().view !== first) return
        stop = glideTo({ spot, scale: actual, zoom, onThere: setOpened })
      },
      () => {}, // a picture that cannot be read here is seen whole
    )
    return () => {
      isWanted = false
      stop()
    }
  }, [motion, isLaidOut, after === undefined])
  return useSettled(motion, ({ view }) => view) === opened && opened !== undefined
}

interface Glide {
  readonly spot: Point
  readonly scale: number
  readonly zoom: CompareZoom
  readonly onThere: (view: View) => void
}

function glideTo({ spot, scale, zoom: { motion, space, pane }, onThere }: Glide): () => void {
  const target: View = { scale, centre: spot }
  const arrive = () => {
    motion.jump((state) => ({ ...state, view: target }))
    onThere(target)
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    arrive()
    return () => {}
  }
  const from = { scale: fitScale(space, pane), x: space.width / 2, y: space.height / 2 }
  let mine = motion.current().view
  let startMs: number | undefined
  const step = (nowMs: number) => {
    if (motion.current().view !== mine) return
    startMs ??= nowMs
    const part = Math.min(1, (nowMs - startMs) / GLIDE_MS)
    if (part === 1) return arrive()
    const eased = part * part * (3 - 2 * part)
    const grown = from.scale * (scale / from.scale) ** eased
    // The way of the middle on the screen, not in the picture: it moves evenly while the scale grows.
    const way = (1 / from.scale - 1 / grown) / (1 / from.scale - 1 / scale)
    mine = { scale: grown, centre: { x: from.x + (spot.x - from.x) * way, y: from.y + (spot.y - from.y) * way } }
    const view = mine
    motion.move((state) => ({ ...state, view }))
    frame = requestAnimationFrame(step)
  }
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
