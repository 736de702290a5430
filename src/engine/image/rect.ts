// Sizes and rectangles in pixels; a rectangle may reach beyond the picture.

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The smallest rectangle around this one that starts and ends at multiples of `step`. */
export function alignedRect({ x, y, width, height }: Rect, step: number): Rect {
  const [left, top] = [Math.floor(x / step) * step, Math.floor(y / step) * step]
  const [right, bottom] = [Math.ceil((x + width) / step) * step, Math.ceil((y + height) / step) * step]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export const grow = (rect: Rect, by: number): Rect => ({
  x: rect.x - by,
  y: rect.y - by,
  width: rect.width + 2 * by,
  height: rect.height + 2 * by,
})

export const wholeOf = ({ width, height }: Size): Rect => ({ x: 0, y: 0, width, height })

export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The smallest rectangle around all of these. */
export function outerRect(rects: readonly Rect[]): Rect {
  const left = Math.min(...rects.map(({ x }) => x))
  const top = Math.min(...rects.map(({ y }) => y))
  const right = Math.max(...rects.map(({ x, width }) => x + width))
  const bottom = Math.max(...rects.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** In a picture of `factor` times the size, rounded outwards. */
export const scaledRect = ({ x, y, width, height }: Rect, factor: number): Rect => {
  const [left, top] = [Math.floor(x * factor), Math.floor(y * factor)]
  return {
    x: left,
    y: top,
    width: Math.ceil((x + width) * factor) - left,
    height: Math.ceil((y + height) * factor) - top,
  }
}
