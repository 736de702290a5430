// GIF: comments and other extensions between the frames. The bytes of a frame are passed over.
import type { MetadataBudget } from './metadata-budget.ts'

const SCREEN_BYTES = 13
const EXTENSION = 0x21
const FRAME = 0x2c
/** Graphic control: how a frame is shown, so part of the picture. */
const GRAPHIC_CONTROL = 0xf9

export function scanGif(bytes: Buffer, budget: MetadataBudget): void {
  let at = SCREEN_BYTES + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    if (bytes[at] === EXTENSION) {
      const isShown = bytes[at + 1] === GRAPHIC_CONTROL
      const end = blocksEnd(bytes, at + 2)
      if (!isShown) budget.spend(end - at)
      at = end
    } else if (bytes[at] === FRAME) at = blocksEnd(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0))
    else return
  }
}

/** A colour table follows when the top bit is set. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Past the empty block that ends a row of blocks. */
function blocksEnd(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}
