// Sends a whole picture of floats through a refining net, with mirrored surroundings; for benches and tests, where noise is not
// cut to what a file can hold.

import { mirrored } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { grow } from '../image/rect.ts'
import { evenRect, type SameSizeNet } from '../nets/refine-net.ts'
import type { RefineSettings } from '../operations/refine-settings.ts'
import { REFINE_HALO_PX, refineTile } from '../operations/refine-tile.ts'

export async function refineWhole(
  net: SameSizeNet,
  damaged: Planes,
  answer: Planes,
  settings: RefineSettings,
): Promise<Planes> {
  const { width, height } = damaged
  const frame = evenRect(grow({ x: 0, y: 0, width, height }, net.reachPx + REFINE_HALO_PX))
  const grown = (planes: Planes) =>
    mapPlanes(planes, frame, (x, y) => [mirrored(x + frame.x, width), mirrored(y + frame.y, height)])
  const refined = await refineTile(net, { damaged: grown(damaged), answer: grown(answer), frame }, settings)
  return mapPlanes(refined, damaged, (x, y) => [x - frame.x, y - frame.y])
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
