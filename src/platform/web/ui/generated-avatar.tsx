// A default avatar, drawn here from a seed and nothing else: no third-party host learns of our
// users (P-20). The same seed always gives the same picture.
import { drawingOf } from './generated-drawing.ts'

/** Decorative: the name is beside it, so it is hidden from screen readers. */
export function GeneratedAvatar({ seed, sizePx }: { readonly seed: string; readonly sizePx: number }) {
  const { ground, shapes } = drawingOf(seed)
  return (
    <svg viewBox="0 0 40 40" width={sizePx} height={sizePx} aria-hidden="true" data-seed={seed}>
      <rect width="40" height="40" fill={ground} />
      {shapes.map(({ x, y, radius, fill }) => (
        <circle key={`${x}-${y}-${radius}-${fill}`} cx={x} cy={y} r={radius} fill={fill} fillOpacity="0.82" />
      ))}
    </svg>
  )
}
