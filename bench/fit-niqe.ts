// `npx node bench/fit-niqe.ts && npx biome format --write bench/models/niqe-model.json`: fits the model of NIQE on the sharp blocks of the licensed training
// photographs (never the held-out ones) and writes bench/models/niqe-model.json. Needs ../shared/data/train and python3 (for the list of training/photos.py).
import { writeFileSync } from 'node:fs'
import { niqeModelOf } from '#engine/testing/niqe.ts'
import { blockFeatures } from '#engine/testing/niqe-features.ts'
import { halfPhoto, licensedPhotos } from './models/licensed-photos.ts'

const TARGET = new URL('./models/niqe-model.json', import.meta.url)
/** As in the publication: blocks with more than this part of the picture's highest contrast. */
const SHARP_PART = 0.75

const blocks: Float64Array[] = []
const photos = licensedPhotos('train')
for (const [i, path] of photos.entries()) {
  const all = blockFeatures(await halfPhoto(path))
  const most = Math.max(...all.map(({ contrast }) => contrast))
  blocks.push(...all.filter(({ contrast }) => contrast > SHARP_PART * most).map(({ values }) => values))
  if (i % 20 === 0) console.log(`${i} of ${photos.length} photographs, ${blocks.length} blocks`)
}
writeFileSync(TARGET, `${JSON.stringify(niqeModelOf(blocks))}\n`)
console.log(`${photos.length} photographs, ${blocks.length} blocks: ${TARGET.pathname.split('/').at(-1)}`)
