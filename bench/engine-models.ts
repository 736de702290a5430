// `npx node bench/engine-models.ts [folder] [scene …]`: what sets the 23 models apart. Runs each model on pictures with
// known damage through the whole engine, prints how near it comes to the undamaged picture, how much fine structure and how much
// noise is left, and writes one strip of crops at 100 % per scene (source, models, truth). In the end, for every two models of one family, the
// picture on which they differ most; ends with code 1 where nobody would see it on any of them. Needs ../shared/data/train.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { Raster } from '#engine/image/raster.ts'
import { psnrY, resizeBicubic, ssimY } from '#engine/testing/picture-quality.ts'
import { gradientEnergy } from '#engine/testing/run-plan.ts'
import { SCENES, type Scene } from '../scripts/samples/scenes.ts'
import { flatNoise } from './models/flat-noise.ts'
import { createPairs } from './models/model-pairs.ts'
import { readRaster, resultOf } from './models/result-of.ts'
import { type Shown, writeStrip } from './models/write-strip.ts'

const BORDER_PX = 8
const folder = process.argv[2] ?? join(tmpdir(), 'huanying-models')
const wanted = process.argv.slice(3)
const engine = createLocalEngine({ standby: true })
const temporary = mkdtempSync(join(tmpdir(), 'huanying-models-'))
mkdirSync(folder, { recursive: true })
const pairs = createPairs()

try {
  for (const scene of SCENES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) await show(scene)
} finally {
  engine.close()
  rmSync(temporary, { recursive: true, force: true })
}
const alike = pairs.print()
for (const pair of alike) console.error(`not told apart on any picture: ${pair}`)
process.exit(alike.length > 0 ? 1 : 0)

async function show(scene: Scene): Promise<void> {
  const truthBytes = await scene.truth()
  const truth = await readRaster(truthBytes)
  const sourcePath = join(temporary, 'source.png')
  writeFileSync(sourcePath, await scene.source(truthBytes))
  const source = await readRaster(readFileSync(sourcePath))
  const before = scene.doubles ? resizeBicubic(source, truth) : source
  const shown: Shown[] = [{ label: scene.doubles ? 'bicubic' : 'source', picture: before }]
  for (const { label, modelKey, params } of scene.runs) {
    const asked = scene.doubles ? { output_height: truth.height, ...params } : params
    shown.push({ label, picture: await resultOf(engine, temporary, sourcePath, { modelKey, params: asked }) })
  }
  print(scene, truth, shown)
  const [left, top, sidePx] = scene.crop
  await writeStrip(join(folder, `${scene.name}.webp`), { left, top, sidePx }, [
    ...shown,
    { label: 'undamaged', picture: truth },
  ])
}

function print({ name, damage, runs }: Scene, truth: Raster, shown: readonly Shown[]): void {
  console.log(
    `\n**${name}**: ${damage}\n\n| | PSNR-Y | SSIM | fine structure | noise in flat parts |\n|---|---|---|---|---|`,
  )
  const fine = gradientEnergy(truth)
  const cells = shown.map(({ picture }) => cellsOf(picture, truth, fine))
  for (const [i, { label }] of shown.entries()) console.log(`| ${label} | ${cells[i]!.join(' | ')} |`)
  // The first one shown is what no model has touched.
  pairs.add(
    name,
    runs.map(({ modelKey, label }, i) => ({ modelKey, label, picture: shown[i + 1]!.picture, cells: cells[i + 1]! })),
  )
}

function cellsOf(picture: Raster, truth: Raster, fine: number): string[] {
  return [
    psnrY(picture, truth, BORDER_PX).toFixed(2),
    ssimY(picture, truth, BORDER_PX).toFixed(3),
    `${Math.round((100 * gradientEnergy(picture)) / fine)} %`,
    flatNoise(picture, truth).toFixed(1),
  ]
}
