// Makes the README's before/after picture with our own engine: `npx node scripts/make-pictures.ts`. The photo is CC0
// (budgie-005, ../shared/data/train/SOURCES.md); its damage is added here, with a fixed seed, and said in the caption.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { seededNormal } from './seeded-random.ts'

const photo = fileURLToPath(new URL('../../shared/data/train/budgie-005.webp', import.meta.url))
const picture = fileURLToPath(new URL('../docs/pictures/before-after.webp', import.meta.url))
const CROP = { left: 560, top: 60, width: 800, height: 900 }
const NOISE_SIGMA = 25

const folder = mkdtempSync(join(tmpdir(), 'huanying-pictures-'))
try {
  const sourcePath = join(folder, 'before.png')
  const resultPath = join(folder, 'after.png')
  await makeNoisy(sourcePath)
  await createLocalEngine().process({
    sourcePath,
    resultPath,
    thumbnailPath: join(folder, 'thumb.jpg'),
    thumbnailSidePx: 200,
    thumbnailQuality: 0.8,
    viewPath: join(folder, 'view.jpg'),
    viewMaxSidePx: 2048,
    modelKey: 'denoise/normal',
    params: {},
  })
  await putSideBySide(sourcePath, resultPath)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function makeNoisy(path: string): Promise<void> {
  const { data, info } = await sharp(photo).extract(CROP).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const random = seededNormal(20_251_121)
  for (let i = 0; i < data.length; i += 1)
    data[i] = Math.min(255, Math.max(0, Math.round(data[i]! + NOISE_SIGMA * random())))
  await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toFile(path)
}

async function putSideBySide(before: string, after: string): Promise<void> {
  const { width, height } = CROP
  await sharp({ create: { width: width * 2 + 8, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: before, left: 0, top: 0 },
      { input: after, left: width + 8, top: 0 },
    ])
    .webp({ quality: 82 })
    .toFile(picture)
}
