// A binary mask grown by one pixel on every side.

/** The margin of damage is half damage, half picture: it is masked too. Written into `out`, which is empty. */
export function dilate(
  mask: Uint8Array,
  width: number,
  height: number,
  out: Uint8Array = new Uint8Array(mask.length),
): Uint8Array {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!mask[y * width + x]) continue
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) out[v * width + u] = 1
    }
  return out
}
