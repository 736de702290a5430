// The visible AI label (GB 45438-2025 §5.2): a word for AI and a word for making, at an edge, at least a twentieth of the shortest
// side high. The glyphs are a picture (Noto Sans CJK SC bold, OFL), so that no machine needs a font; a dark ground keeps them readable on anything.
import { readFile } from 'node:fs/promises'
import type { Samples } from '../encode-png.ts'
import { sharpOfFile } from '../safe-sharp.ts'

const GLYPHS = new URL('./ai-mark.png', import.meta.url)
/** The standard asks for 0.05 of one sign's height; the A is lower than a Han sign, which fills this height. */
const HEIGHT_OF_SHORTEST = 0.06
const MIN_HEIGHT_PX = 12
/** Parts of the height of the signs. */
const PADDING = 0.4
const MARGIN = 0.5
/** White on white dimmed this far is 5.7:1. */
const DIMMED_TO = 0.4

/** Changes the samples in place. */
export async function drawMark(samples: Samples): Promise<void> {
  const { width, height } = samples
  const image = sharpOfFile(await readFile(GLYPHS))
  const glyphs = await image.metadata()
  const wanted = Math.max(MIN_HEIGHT_PX, Math.ceil(HEIGHT_OF_SHORTEST * Math.min(width, height)))
  const widest = (width / (glyphs.width / glyphs.height + 2 * PADDING)) | 0
  const signs = Math.max(1, Math.min(wanted, widest))
  const { data, info } = await image
    .resize({ height: signs })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const padding = Math.round(PADDING * signs)
  const [boxWidth, boxHeight] = [info.width + 2 * padding, info.height + 2 * padding]
  const margin = Math.min(Math.round(MARGIN * signs), Math.max(0, width - boxWidth), Math.max(0, height - boxHeight))
  const left = Math.max(0, width - margin - boxWidth)
  const top = Math.max(0, height - margin - boxHeight)
  const coverage = (x: number, y: number) => {
    const [u, v] = [x - left - padding, y - top - padding]
    return u >= 0 && v >= 0 && u < info.width && v < info.height ? data[v * info.width + u]! / 255 : 0
  }
  for (let y = top; y < Math.min(height, top + boxHeight); y++)
    for (let x = left; x < Math.min(width, left + boxWidth); x++) blend(samples, x, y, coverage(x, y))
}

function blend({ data, bits, width, channels }: Samples, x: number, y: number, coverage: number): void {
  const white = bits === 16 ? 65_535 : 255
  const colours = channels >= 3 ? 3 : 1
  const at = (y * width + x) * channels
  for (let c = 0; c < colours; c++)
    data[at + c] = Math.round(coverage * white + (1 - coverage) * DIMMED_TO * data[at + c]!)
  if (channels > colours) data[at + colours] = white
}
