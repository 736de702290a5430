// The divider of the slider mode. Only its handle is dragged by touch; the keyboard moves it as a slider.
import { IconArrowsHorizontal } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { type CompareMotion, useSettled } from './compare-motion.ts'
import classes from './compare-view.module.css'

interface CompareDividerProps {
  readonly motion: CompareMotion
  /** What stands left of it. */
  readonly state: string
  /** Where a pointer that drags the handle puts the line, by its position in the window. */
  readonly onDrag: (clientX: number) => void
}

const STEP = 0.02
const LARGE_STEP = 0.1

/** The position that a key leads to; undefined for other keys. */
export function fractionAfterKey(key: string, fraction: number, isLarge: boolean): number | undefined {
  const step = isLarge ? LARGE_STEP : STEP
  const next: Readonly<Record<string, number>> = {
    ArrowLeft: fraction - step,
    ArrowDown: fraction - step,
    ArrowRight: fraction + step,
    ArrowUp: fraction + step,
    PageDown: fraction - LARGE_STEP,
    PageUp: fraction + LARGE_STEP,
    Home: 0,
    End: 1,
  }
  const value = next[key]
  return value === undefined ? undefined : Math.min(1, Math.max(0, value))
}

export function CompareDivider({ motion, state, onDrag }: CompareDividerProps) {
  const fraction = useSettled(motion, ({ fraction: part }) => part)
  const percent = Math.round(fraction * 100)
  /** From the line to where the handle was taken, which at an edge is beside it: the line does not jump to the finger. */
  const grip = useRef(0)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = fractionAfterKey(event.key, motion.current().fraction, event.shiftKey)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    motion.jump((now) => ({ ...now, fraction: next }))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX - grip.current)
  }
  return (
    <div className={classes.divider} data-divider data-edge={fraction === 0 || fraction === 1 || undefined}>
      <div
        role="slider"
        tabIndex={0}
        className={classes.handle}
        data-handle
        aria-label={COMPARE_TEXTS.handle}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={fillText(COMPARE_TEXTS.handleValue, { percent, state })}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          event.currentTarget.focus()
          grip.current =
            event.clientX - (event.currentTarget.parentElement?.getBoundingClientRect().left ?? event.clientX)
        }}
        onPointerMove={onPointerMove}
      >
        <IconArrowsHorizontal size={22} aria-hidden />
      </div>
    </div>
  )
}
