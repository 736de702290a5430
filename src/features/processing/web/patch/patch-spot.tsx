// The picture with the frame of the spot that is tried: a press moves it there, arrow keys and enter do the same.
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { PATCH_TEXTS } from '#rulebook/runs/patches.ts'
import type { CurrentPicture } from '../picture/current-picture.ts'
import classes from './patch.module.css'
import type { Spot } from './use-patches.ts'

interface PatchSpotProps {
  readonly picture: CurrentPicture
  /** Undefined until it is found. */
  readonly spot: Spot | undefined
  /** Part of the picture that the frame covers, 0–1. */
  readonly part: { readonly width: number; readonly height: number }
  readonly onChoose: (spot: Spot) => void
}

const STEP = 0.05
const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
const inside = (value: number) => Math.round(1000 * Math.max(0, Math.min(1, value))) / 1000

export function PatchSpot({ picture, spot, part, onChoose }: PatchSpotProps) {
  const [aim, setAim] = useState<Spot>()
  const shown = aim ?? spot
  const choose = (next: Spot) => {
    setAim(undefined)
    onChoose(next)
  }
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    choose({ x: inside((event.clientX - left) / width), y: inside((event.clientY - top) / height) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = ARROWS[event.key]
    if (event.key === 'Enter' && aim) choose(aim)
    if (!move || !shown) return
    event.preventDefault()
    setAim({ x: inside(shown.x + move.x), y: inside(shown.y + move.y) })
  }
  return (
    <button
      type="button"
      className={classes.spot}
      style={{ aspectRatio: picture.width / picture.height }}
      aria-label={PATCH_TEXTS.picture}
      aria-describedby="patch-help"
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    >
      <img src={picture.viewAddress} alt="" draggable={false} />
      {shown && <span className={classes.frame} style={frameStyle(shown, part)} data-aimed={aim && true} />}
      <span id="patch-help" className={classes.help}>
        {PATCH_TEXTS.pictureHelp}
      </span>
    </button>
  )
}

/** Whole inside the picture, as the patch is. */
function frameStyle(spot: Spot, { width, height }: PatchSpotProps['part']) {
  const start = (middle: number, length: number) => Math.max(0, Math.min(1 - length, middle - length / 2))
  const percent = (value: number) => `${100 * value}%`
  return {
    left: percent(start(spot.x, width)),
    top: percent(start(spot.y, height)),
    width: percent(width),
    height: percent(height),
  }
}
