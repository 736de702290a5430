// `npx node bench/engine-real.ts [folder]`: real pictures (old, noisy, blurred, ruined by JPEG, dark, text, art) before and after a fitting
// model, crops at 100 % to be looked at; what was seen is in docs/engine-models.md. The pictures of ../shared/data/bench are
// for evaluation only, so their crops are never shipped.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { resizeBicubic } from '#engine/testing/picture-quality.ts'
import { readRaster, resultOf } from './models/result-of.ts'
import { writeStrip } from './models/write-strip.ts'

const BENCH = fileURLToPath(new URL('../../shared/data/bench/', import.meta.url))
const CROP_PX = 400
/** Which model each folder's pictures need. */
const NEEDS: readonly (readonly [string, string, RegExp?])[] = [
  ['oldphotos/BOPBTL-scratched', 'restore/dust-scratch'],
  ['oldphotos/BOPBTL-old', 'restore/dust-scratch'],
  ['oldphotos/DeOldify-historic', 'enhance/generative/recovery-v2', /Faded|Kabuki|dustbowl_sd/],
  ['denoise/RNI15-real', 'denoise/normal'],
  ['jpeg/FBCNN-Real', 'enhance/standard/low-resolution-v2'],
  ['blur/DeblurGANv2-test', 'sharpen/standard/motion-blur'],
  ['light/LOL-eval-low', 'lighting/adjust'],
  ['light/WB-casts', 'lighting/white-balance'],
  ['real-lowquality/RealSRSet', 'enhance/standard/cgi', /comic/],
  ['real-lowquality/RealSRSet', 'enhance/standard/text-refine', /0030|00003/],
  ['real-lowquality/RealSRSet', 'sharpen/standard/standard', /oldphoto6|frog|building/],
]
const folder = process.argv[2] ?? join(tmpdir(), 'huanying-real')
const engine = createLocalEngine({ standby: true })
const temporary = mkdtempSync(join(tmpdir(), 'huanying-real-'))
mkdirSync(folder, { recursive: true })

try {
  for (const [place, modelKey, only = /./] of NEEDS)
    for (const name of readdirSync(join(BENCH, place)).filter((file) => only.test(file)))
      await show(place, name, modelKey)
} finally {
  engine.close()
  rmSync(temporary, { recursive: true, force: true })
}

async function show(place: string, name: string, modelKey: string): Promise<void> {
  const path = join(BENCH, place, name)
  const after = await resultOf(engine, temporary, path, { modelKey })
  const source = await readRaster(readFileSync(path))
  const before = source.width === after.width ? source : resizeBicubic(source, after)
  const middle = (sizePx: number) => Math.max(0, Math.floor((sizePx - CROP_PX) / 2))
  const crop = { left: middle(after.width), top: middle(after.height), sidePx: CROP_PX }
  await writeStrip(join(folder, `${name.replace(/\..*/, '')}-${modelKey.replaceAll('/', '-')}.png`), crop, [
    { label: name, picture: before },
    { label: modelKey, picture: after },
  ])
  console.log(name, modelKey, `${source.width} × ${source.height}`)
}
