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
