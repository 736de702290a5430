// `npx node bench/engine-inventing.ts [all]`: what the inventing end of the enlarging net does to held-out photographs that were only
// shrunk: PSNR of Y, what shrinking the result gives back of the source, and NIQE by our own fit (lower is better), for no part
// of it, half and all. Needs ../shared/data/train and python3. Exits 1 when a result gives back over 1 dB less than the faithful
// net's, or when inventing does not make pictures look more natural.
import { readFileSync } from 'node:fs'
import { FAITHFUL } from '#engine/enlarge/enlarge-settings.ts'
import { blendName } from '#engine/nets/blend-weights.ts'
import { openNet } from '#engine/nets/open-net.ts'
import { enlargeWhole } from '#engine/testing/enlarge-whole.ts'
import { type NiqeModel, niqe } from '#engine/testing/niqe.ts'
import { psnrY, resizeBicubic } from '#engine/testing/picture-quality.ts'
import { halfPhoto, licensedPhotos } from './models/licensed-photos.ts'
import { middleOf } from './models/middle-of.ts'
import { mean } from './statistics.ts'

const NIQE_MODEL: NiqeModel = JSON.parse(readFileSync(new URL('./models/niqe-model.json', import.meta.url), 'utf8'))
const PARTS = [0, 0.5, 1] as const
const MOST_LOST_DB = 1
const BORDER_PX = 4
const STEP = process.argv[2] === 'all' ? 1 : 4

const photos = await Promise.all(
  licensedPhotos('held-out')
    .filter((_, i) => i % STEP === 0)
    .map(halfPhoto),
)
const truths = photos.map(middleOf)
const naturalness = (pictures: readonly (typeof truths)[number][]) =>
  mean(pictures.map((picture) => niqe(picture, NIQE_MODEL)).filter((value) => value !== undefined))
console.log(
  `${truths.length} photographs; PSNR-Y / returned PSNR-Y / NIQE; the truth's NIQE is ${naturalness(truths).toFixed(2)}`,
)

let isGood = true
for (const factor of [2, 4]) {
  const lows = truths.map((truth) =>
    resizeBicubic(truth, { width: truth.width / factor, height: truth.height / factor }),
  )
  const rows: { returned: number; niqe: number }[] = []
  for (const part of PARTS) {
    const name = blendName('sr2', part)
    const settings = { ...FAITHFUL, net: name, netInvents: part > 0 }
    const net = await openNet(name, 1)
    const results = []
    for (const [i, low] of lows.entries()) results.push(await enlargeWhole(low, truths[i]!, settings, net))
    const psnr = mean(results.map((result, i) => psnrY(result, truths[i]!, BORDER_PX)))
    const returned = mean(results.map((result, i) => psnrY(resizeBicubic(result, lows[i]!), lows[i]!, 2)))
    rows.push({ returned, niqe: naturalness(results) })
    console.log(`x${factor} ${part}: ${psnr.toFixed(2)} / ${returned.toFixed(1)} / ${rows.at(-1)!.niqe.toFixed(2)}`)
  }
  const [faithful, ...inventing] = rows
  isGood &&= inventing.every((row) => row.returned > faithful!.returned - MOST_LOST_DB && row.niqe < faithful!.niqe)
}
process.exitCode = isGood ? 0 : 1
