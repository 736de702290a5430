// Sends a whole picture of floats through a polishing net, with mirrored surroundings; for benches and tests, where noise is not
// cut to what a file can hold.
import type { PolishSettings } from '../nets/polish-settings.ts'
import { POLISH_HALO_PX, polishTile } from '../nets/polish-tile.ts'
import { evenRect, type SameSizeNet } from '../nets/same-size-net.ts'
import type { Planes } from '../operation.ts'
import { mirrored } from '../tiles/cut-tile.ts'
import { grow } from '../tiles/tile-grid.ts'

export async function polishWhole(
  net: SameSizeNet,
  damaged: Planes,
  answer: Planes,
  settings: PolishSettings,
): Promise<Planes> {
  const { width, height } = damaged
  const frame = evenRect(grow({ x: 0, y: 0, width, height }, net.reachPx + POLISH_HALO_PX))
  const grown = (planes: Planes) =>
    mapPlanes(planes, frame, (x, y) => [mirrored(x + frame.x, width), mirrored(y + frame.y, height)])
  const polished = await polishTile(net, { damaged: grown(damaged), answer: grown(answer), frame }, settings)
  return mapPlanes(polished, damaged, (x, y) => [x - frame.x, y - frame.y])
}

type Size = Pick<Planes, 'width' | 'height'>

function mapPlanes(from: Planes, { width, height }: Size, place: (x: number, y: number) => [number, number]): Planes {
  const taken = (plane: Float32Array) =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const [x, y] = place(i % width, Math.floor(i / width))
      return plane[y * from.width + x]!
    })
  return { width, height, r: taken(from.r), g: taken(from.g), b: taken(from.b) }
}
