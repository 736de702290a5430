// Makes the pictures of the landing page with our own engine: `npx node scripts/make-samples.ts`. Photos are CC0 or public domain
// (../shared/data/train/SOURCES.md) or drawn here; their damage is made here, with fixed seeds, and said on the page (C-12, P-21).
// Writes public/samples/* and the facts that the page shows, src/rulebook/site/landing-samples.ts.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { addSensorNoise, age, shrink, textPage, underexpose } from './samples/damage.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'public/samples')
const facts = join(root, 'src/rulebook/site/landing-samples.ts')
const engine = createLocalEngine()

/** Shown sizes: the larger one on screens of twice the pixels. */
const WIDTHS = [800, 400]
const RATIO = { width: 800, height: 600 }
const FACTOR = 4

interface Sample {
  readonly hero: string
  readonly modelKey: string
  readonly params?: Record<string, number | boolean | string>
  /** True where the result is four times as wide and high as the input. */
  readonly enlarges?: boolean
  /** Lower quality: noise is not worth its bytes. */
  readonly isNoisy?: boolean
  /** Part of the shown picture for the catalogue, where a whole one is too small to tell the effect: upper left corner and side. */
  readonly detail?: { readonly left: number; readonly top: number; readonly sidePx: number }
  readonly credit: string
  readonly before: () => Promise<Sharp>
}

const photo = (name: string, crop?: { left: number; top: number; width: number; height: number }): Sharp => {
  const whole = sharp(join(root, '../shared/data/train', name)).flatten({ background: '#ffffff' })
  return (crop ? whole.extract(crop) : whole).resize({ ...RATIO, fit: 'cover' })
}
const small = async (picture: Sharp, quality: number) =>
  shrink(sharp(await picture.png().toBuffer()), RATIO.width / FACTOR, quality)

const SAMPLES: readonly Sample[] = [
  {
    hero: 'low-resolution',
    modelKey: 'enhance/standard/low-resolution-v2',
    params: { output_height: RATIO.height },
    enlarges: true,
    detail: { left: 130, top: 250, sidePx: 180 },
    credit: 'budgie-backgrounds “kitten on lawn”, CC0',
    before: () => small(photo('budgie-015.webp', { left: 500, top: 320, width: 640, height: 480 }), 80),
  },
  {
    hero: 'cgi',
    modelKey: 'enhance/standard/cgi',
    params: { output_height: RATIO.height },
    enlarges: true,
    credit: 'openclipart, public domain',
    before: () => small(photo('openclipart-037.webp', { left: 120, top: 545, width: 740, height: 555 }), 84),
  },
  {
    hero: 'high-fidelity',
    modelKey: 'enhance/standard/high-fidelity-v2',
    params: { output_height: RATIO.height },
    enlarges: true,
    detail: { left: 420, top: 230, sidePx: 180 },
    credit: 'budgie-backgrounds, CC0',
    before: () => small(photo('budgie-005.webp', { left: 500, top: 90, width: 560, height: 420 }), 92),
  },
  {
    hero: 'text-refine',
    modelKey: 'enhance/standard/text-refine',
    params: { output_height: RATIO.height },
    enlarges: true,
    credit: '自绘',
    before: () => small(sharp(textPage(RATIO.width, RATIO.height)), 88),
  },
  {
    hero: 'denoise',
    modelKey: 'denoise/normal',
    isNoisy: true,
    detail: { left: 560, top: 200, sidePx: 160 },
    credit: 'budgie-backgrounds “San Francisco skyline”, CC0',
    before: () =>
      photo('budgie-028.webp')
        .png()
        .toBuffer()
        .then((png) => addSensorNoise(sharp(png), 20, 20_261_121)),
  },
  {
    hero: 'restore',
    modelKey: 'restore/dust-scratch',
    credit: 'budgie-backgrounds “perched osprey”, CC0',
    before: () =>
      photo('budgie-024.webp')
        .png()
        .toBuffer()
        .then((png) => age(sharp(png), 1951)),
  },
  {
    hero: 'lighting',
    modelKey: 'lighting/adjust',
    credit: 'budgie-backgrounds “Lake Sherburne”, CC0',
    before: () =>
      photo('budgie-016.webp')
        .png()
        .toBuffer()
        .then((png) => underexpose(sharp(png))),
  },
]

const only = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const made: Made[] = []
for (const sample of SAMPLES.filter(({ hero }) => only.length === 0 || only.includes(hero)))
  made.push(await make(sample))
if (only.length === 0) writeFacts()
engine.close()

interface Made {
  readonly hero: string
  readonly seconds: number
  readonly inputWidth: number
  readonly outputWidth: number
  readonly credit: string
}

async function make(sample: Sample): Promise<Made> {
  const { hero, modelKey, params = {}, enlarges = false, isNoisy, detail, credit, before } = sample
  const temporary = mkdtempSync(join(tmpdir(), 'huanying-samples-'))
  try {
    const [sourcePath, resultPath] = [join(temporary, 'before.png'), join(temporary, 'after.png')]
    const input = await (await before()).png().toFile(sourcePath)
    const startedMs = performance.now()
    const outcome = await engine.process({
      sourcePath,
      resultPath,
      thumbnailPath: join(temporary, 'thumb.jpg'),
      thumbnailSidePx: 200,
      thumbnailQuality: 0.8,
      viewPath: join(temporary, 'view.jpg'),
      viewMaxSidePx: 2048,
      modelKey,
      params,
    })
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10
    if (enlarges && outcome.width !== input.width * FACTOR)
      throw new Error(`${hero}: ${input.width} px became ${outcome.width} px, which is not ${FACTOR}x`)
    const bytes = [
      ...(await write(`${hero}-before`, sourcePath, isNoisy ? 34 : 56)),
      ...(await write(`${hero}-after`, resultPath, 56)),
    ]
    if (detail)
      await Promise.all([
        writeDetail(`${hero}-before`, sourcePath, detail),
        writeDetail(`${hero}-after`, resultPath, detail),
      ])
    console.log(hero, `${input.width} × ${input.height} → ${outcome.width} × ${outcome.height}`, `${seconds} s`, bytes)
    return { hero, seconds, inputWidth: input.width, outputWidth: outcome.width, credit }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** An enlarged sample's "before" is shown as large as its result, the way a screen shows a small picture. */
function shownAt(path: string, width: number): Sharp {
  return sharp(path).resize({ width, kernel: 'cubic' })
}

/** AVIF, and WebP for browsers without it, in both sizes; sizes in KB. */
async function write(name: string, path: string, quality: number): Promise<number[]> {
  const paths: string[] = []
  for (const width of WIDTHS) {
    const shown = () => shownAt(path, width)
    paths.push(join(folder, `${name}-${width}.avif`), join(folder, `${name}-${width}.webp`))
    await shown().avif({ quality, effort: 6 }).toFile(paths.at(-2)!)
    await shown()
      .webp({ quality: quality + 20, effort: 6 })
      .toFile(paths.at(-1)!)
  }
  return paths.map((file) => Math.round(statSync(file).size / 1024))
}

/** A small square, also of a noisy picture: here the noise is what is shown. */
async function writeDetail(name: string, path: string, { left, top, sidePx }: NonNullable<Sample['detail']>) {
  const shown = await shownAt(path, RATIO.width).png().toBuffer()
  await sharp(shown)
    .extract({ left, top, width: sidePx, height: sidePx })
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}-detail.webp`))
}

function writeFacts(): void {
  const lines = made.map(({ hero, ...rest }) => `  '${hero}': ${JSON.stringify(rest)},`)
  writeFileSync(
    facts,
    `// Made by \`npx node scripts/make-samples.ts\`: real runs of our engine, as measured on the machine that made them (C-12, P-21).

export const SAMPLE_SIZE = { width: ${RATIO.width}, height: ${RATIO.height} } as const
export const SAMPLE_WIDTHS = [${[...WIDTHS].reverse().join(', ')}] as const

/** Seconds of the run, widths in pixels, and whose picture it is. */
export const LANDING_SAMPLES = {
${lines.join('\n')}
} as const
`,
  )
}
