// How much every model that keeps the size changes pictures without its fault and with it, from which the thresholds of
// src/rulebook/runs/no-effect.ts were set (decision 0095). Needs ../shared/data/bench beside the checkout (evaluation only).
// Run: npx node bench/engine-change.ts [part of a model's key] [only every n-th picture]
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { hasNoEffect, NO_EFFECT_MODELS } from '#rulebook/runs/no-effect.ts'

const DATA = join(import.meta.dirname, '../../shared/data/bench')
const [only = '', step = '1'] = process.argv.slice(2)

/** Clean pictures first, then those with the faults that the tools are for. */
const FOLDERS: readonly (readonly [kind: string, folder: string, count: number, part?: string])[] = [
  ['clean', 'denoise/McMaster', 5],
  ['clean', 'denoise/CC-pairs', 4, 'mean'],
  ['clean', 'sr/Set5/x2', 3, 'HR'],
  ['noise', 'denoise/CC-pairs', 3, 'real'],
  ['dark', 'light/LOL-eval-low', 2],
  ['cast', 'light/WB-casts', 2],
  ['old', 'oldphotos/DeOldify-historic', 4],
  ['jpeg', 'jpeg/FBCNN-Real', 2],
  ['poor', 'real-lowquality/RealSRSet', 3],
  ['blur', 'blur/DeblurGANv2-test', 1],
]
const all = FOLDERS.flatMap(([kind, folder, count, part = '']) =>
  readdirSync(join(DATA, folder))
    .filter((name) => name.includes(part) && /\.(webp|jpg|png)$/.test(name))
    .sort()
    .slice(0, count)
    .map((name) => ({ kind, name, path: join(DATA, folder, name) })),
)

const pictures = all.filter((_, n) => n % Number(step) === 0)

const folder = mkdtempSync(join(tmpdir(), 'engine-change-'))
const engine = createLocalEngine()
const view = { viewPath: join(folder, 'view'), viewMaxSidePx: 512 }
const thumbnail = { thumbnailPath: join(folder, 'thumbnail'), thumbnailSidePx: 200, thumbnailQuality: 0.8 }
try {
  for (const modelKey of Object.keys(NO_EFFECT_MODELS).filter((key) => key.includes(only)))
    for (const { kind, name, path } of pictures) {
      const resultPath = join(folder, 'result.png')
      const { report } = await engine.process({
        sourcePath: path,
        resultPath,
        ...thumbnail,
        ...view,
        modelKey,
        params: {},
      })
      const { meanLevels = 0, visibleShare = 0 } = report.change ?? {}
      const figures = `${meanLevels.toFixed(3).padStart(8)} levels ${(visibleShare * 100).toFixed(3).padStart(8)} %`
      console.log(
        modelKey.padEnd(34),
        kind.padEnd(6),
        figures,
        hasNoEffect(modelKey, report.change) ? 'none' : '',
        name,
      )
    }
} finally {
  rmSync(folder, { recursive: true })
}
