// Regions of pixels that touch each other, corners included.
import type { Size } from './rect.ts'

/** The pixels of each region where `map` is not 0, in an order that depends on the map alone. */
export function connectedRegions(map: Uint8Array, { width, height }: Size): number[][] {
  const isTaken = new Uint8Array(map.length)
  const regions: number[][] = []
  for (let start = 0; start < map.length; start++) {
    if (!map[start] || isTaken[start]) continue
    const pixels = [start]
    isTaken[start] = 1
    for (let next = 0; next < pixels.length; next++) takeNeighbours(pixels[next]!, pixels)
    regions.push(pixels)
  }
  return regions

  function takeNeighbours(at: number, pixels: number[]) {
    const x = at % width
    const y = (at - x) / width
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const i = v * width + u
        if (!map[i] || isTaken[i]) continue
        isTaken[i] = 1
        pixels.push(i)
      }
  }
}
