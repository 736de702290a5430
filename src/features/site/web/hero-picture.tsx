// A sample of our engine: the original at the left of a line that can be dragged, the result at its right; a click (or Enter) shows the
// whole original and comes back (document 1 §2; C-12). Both have the same size, so nothing moves.
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react'
import { fillText } from '#rulebook/fill-text.ts'
import type { HeroKey } from '#rulebook/site/landing.ts'
import { LANDING_SAMPLES, SAMPLE_SIZE, SAMPLE_WIDTHS } from '#rulebook/site/landing-samples.ts'
import { HERO_TEXTS, SAMPLE_TEXTS } from '#rulebook/site/landing-texts.ts'
import classes from './hero-picture.module.css'

type Side = 'before' | 'after'
const OTHER = { before: 'after', after: 'before' } as const
/** Where the line stands, in percent of the width: the original reaches from the left edge to it. */
const LINE_AT_REST: Readonly<Record<Side, number>> = { after: 40, before: 100 }
const LINE_MIN = 4
/** A finger that rests moves a little. */
const DRAG_FROM_PX = 4
/** Width of the column on large screens, of the screen less its margins on others. */
const SAMPLE_SIZES = '(min-width: 64em) 640px, (min-width: 48em) calc(100vw - 48px), calc(100vw - 32px)'

const sampleSources = (hero: HeroKey, side: Side, format: 'avif' | 'webp'): string =>
  SAMPLE_WIDTHS.map((width) => `/samples/${hero}-${side}-${width}.${format} ${width}w`).join(', ')

/** Attributes of the preload of the first picture, which is what the visitor waits for. */
export const firstSamplePreload = (hero: HeroKey) => ({
  rel: 'preload',
  as: 'image',
  type: 'image/avif',
  imageSrcSet: sampleSources(hero, 'after', 'avif'),
  imageSizes: SAMPLE_SIZES,
  fetchPriority: 'high' as const,
})

interface HeroPictureProps {
  readonly hero: HeroKey
  /** The first one is what the visitor waits for; the others load when they come near. */
  readonly isFirst: boolean
}

export function HeroPicture({ hero, isFirst }: HeroPictureProps) {
  const { side, line, handlers } = useLine()
  const action = SAMPLE_TEXTS[side === 'after' ? 'showBefore' : 'showAfter']
  return (
    <figure className={classes.figure}>
      {/* Named by the shown picture and what a click does: "草地上的小猫，处理后 查看原图". */}
      <button
        type="button"
        className={classes.toggle}
        style={{ '--line': `${line}%` } as CSSProperties}
        data-side={side}
        {...handlers}
      >
        {(['after', 'before'] as const).map((shown) => (
          <SamplePicture key={shown} hero={hero} side={shown} isShown={shown === side} isFirst={isFirst} />
        ))}
        {(['before', 'after'] as const).map((shown) => (
          <span key={shown} className={classes.state} data-side={shown} aria-hidden="true">
            {SAMPLE_TEXTS[shown]}
          </span>
        ))}
        <span className={classes.action}>{action}</span>
      </button>
      <figcaption className={classes.caption}>{captionOf(hero)}</figcaption>
    </figure>
  )
}

/** A press changes the side; a drag moves the line and changes nothing else. */
function useLine() {
  const [side, setSide] = useState<Side>('after')
  const [line, setLine] = useState(LINE_AT_REST.after)
  const drag = useRef<{ readonly fromX: number; isMoved: boolean }>(undefined)
  const turn = () => {
    const wasDragged = drag.current?.isMoved
    drag.current = undefined
    if (wasDragged) return
    setSide(OTHER[side])
    setLine(LINE_AT_REST[OTHER[side]])
  }
  const move = ({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
    const current = drag.current
    if (!current || (!current.isMoved && Math.abs(clientX - current.fromX) < DRAG_FROM_PX)) return
    if (!current.isMoved) currentTarget.setPointerCapture(pointerId)
    current.isMoved = true
    const { left, width } = currentTarget.getBoundingClientRect()
    setSide('after')
    setLine(Math.min(100 - LINE_MIN, Math.max(LINE_MIN, ((clientX - left) / width) * 100)))
  }
  const handlers = {
    onClick: turn,
    onPointerDown: ({ clientX }: PointerEvent) => {
      drag.current = { fromX: clientX, isMoved: false }
    },
    onPointerMove: move,
    // The browser takes a finger that scrolls away from the page's hands.
    onPointerCancel: () => {
      drag.current = undefined
    },
  }
  return { side, line, handlers }
}

interface SamplePictureProps extends HeroPictureProps {
  readonly side: Side
  readonly isShown: boolean
}

function SamplePicture({ hero, side, isShown, isFirst }: SamplePictureProps) {
  const state = SAMPLE_TEXTS[side]
  return (
    <picture className={classes.picture} data-side={side}>
      <source type="image/avif" srcSet={sampleSources(hero, side, 'avif')} sizes={SAMPLE_SIZES} />
      <img
        src={`/samples/${hero}-${side}-${SAMPLE_WIDTHS[0]}.webp`}
        srcSet={sampleSources(hero, side, 'webp')}
        sizes={SAMPLE_SIZES}
        width={SAMPLE_SIZE.width}
        height={SAMPLE_SIZE.height}
        alt={isShown ? fillText(SAMPLE_TEXTS.picture, { subject: HERO_TEXTS[hero].subject, state }) : ''}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst && side === 'after' ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
      />
    </picture>
  )
}

/** What the documents claim of the sample, and what was measured on this very picture. */
function captionOf(hero: HeroKey): string {
  const { seconds, inputWidth: from, outputWidth: to } = LANDING_SAMPLES[hero]
  if (from === to) return fillText(SAMPLE_TEXTS.sameSize, { seconds })
  return fillText(SAMPLE_TEXTS.enlarged, { factor: to / from, from, to, seconds })
}
