// The Topaz provider against the port's conformance, and against the strict emulator of its contract: what is sent for each of the 23 models.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { GENERATIONS } from '#emulators/topaz/vendor-models.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { valuesForMode } from '#rulebook/tools/parameter-mode.ts'
import { describeProvider } from '../provider.conformance.ts'
import { openTopazHarness } from './testing/topaz-harness.ts'
import { settingFields, type TopazGeneration, topazModelOf } from './topaz-models.ts'

const harness = await openTopazHarness()
const { emulator: shared, providerFor, requestOf, runOf, submits } = harness
afterEach(harness.reset)
afterAll(harness.close)

const engine = createLocalEngine()

describeProvider('topaz', () => ({
  provider: providerFor({ engine }),
  beSlow: () => shared.script.add({ method: 'POST', path: '/async', fault: { job: { durationSeconds: 1e6 } } }),
  beNormal: () => shared.script.clear(),
}))

describe('what is sent', () => {
  it.each(GENERATIONS)(
    '%s: all 23 models, automatic without settings and manual with known ones',
    async (generation) => {
      shared.vendor.settings.generation = generation
      const provider = providerFor({ generation })
      const runs: Promise<unknown>[] = []
      for (const model of MODELS) {
        const manual = manualValues(model.key, generation)
        for (const params of [{}, manual]) {
          const request = await requestOf(model.key, params)
          runs.push(provider.process(harness.hold(), request, runOf()))
        }
      }
      await Promise.all(runs)
      for (const model of MODELS) {
        const { name, path } = topazModelOf(generation, model.key)
        if (generation === 'g1') expect(name).toBe(model.topazModel)
        const sent = submits().flatMap((request) =>
          request.path.endsWith(`/${path}/async`) && request.fields!.model === name ? [request.fields!] : [],
        )
        expect(sent.length).toBeGreaterThanOrEqual(2)
        for (const { output_format, output_height } of sent) {
          expect(output_format).toBe('png')
          expect(output_height !== undefined).toBe(model.tool.startsWith('enhance'))
        }
        const settings = sent.map(({ model: _, output_format, output_height, ...rest }) => Object.keys(rest).length)
        expect(settings).toContain(0)
        if (Object.keys(model.params).length > 0) expect(Math.max(...settings)).toBeGreaterThan(0)
      }
      expect(submits()).toHaveLength(46)
      expect(new Set(submits().map(({ status }) => status))).toEqual(new Set([200]))
    },
  )

  it('[PARAM-09] writes each value as the vendor wants it', () => {
    const fieldsOf = (key: string, params: ParameterValues, generation: TopazGeneration = 'g2') =>
      settingFields(generation, key, params)
    expect(fieldsOf('enhance/standard/cgi', { output_height: 1024 })).toEqual({ face_enhancement: 'false' })
    expect(fieldsOf('enhance/standard/cgi', { face_enhancement: true })).toEqual({
      face_enhancement: 'true',
      face_enhancement_strength: '0.8',
      face_enhancement_creativity: '0',
    })
    const redefine = 'enhance/generative/redefine'
    expect(fieldsOf(redefine, { texture: 0.5, prompt: ' 清晰 ' })).toEqual({
      texture: '3',
      prompt: '清晰',
      autoprompt: 'false',
    })
    expect(fieldsOf(redefine, { prompt: '', creativity: 6 })).toEqual({ creativity: '6' })
    expect(fieldsOf(redefine, { prompt: '好'.repeat(1100) }).prompt).toHaveLength(1024)
    expect(fieldsOf('sharpen/generative/super-focus', { strength: 0.4 })).toEqual({ detail: '0.4' })
    expect(fieldsOf('enhance/generative/recovery-v2', { detail: 0.7 }, 'g3')).toEqual({
      detail: 'true',
      detailStrength: '7',
    })
  })

  it('takes the names of files and formats that the vendor knows; turned, transparent and foreign pictures are got ready', async () => {
    const provider = providerFor({ engine })
    const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#8090a0' } })
    const run = async (write: (path: string) => Promise<unknown>) => {
      const request = await requestOf('denoise/normal', {}, write)
      const outcome = await provider.process(harness.hold(), request, runOf())
      return { file: submits().at(-1)!.file!, outcome, result: await sharp(request.resultPath).metadata() }
    }
    const exif = { IFD0: { Artist: 'somebody', ImageDescription: 'at home' } }
    const jpeg = await run((path) => photo().withExif(exif).jpeg().toFile(path))
    expect(jpeg.file).toMatchObject({ name: `job_${harness.hold().jobId}.jpg`, type: 'image/jpeg' })
    const jobs = shared.vendor.jobs.list()
    expect((await readFile(jobs[0]!.inputFile)).includes('somebody')).toBe(false)
    const turned = await run((path) => photo().withMetadata({ orientation: 6 }).jpeg().toFile(path))
    expect(turned).toMatchObject({ file: { type: 'image/png' }, result: { width: 40, height: 60 } })
    const glass = await run((path) => photo().ensureAlpha(0.5).webp().toFile(path))
    expect(glass.file).toMatchObject({ name: `job_${harness.hold().jobId}.png`, type: 'image/png' })
    expect(glass).toMatchObject({ result: { hasAlpha: true }, outcome: { viewMimeType: 'image/png' } })
    const wide = await run((path) => photo().withIccProfile('p3').jpeg().toFile(path))
    expect(wide.result.icc).toBeDefined()
    // What the vendor refuses: Topaz contract §1 "Input formats".
    const foreign = [() => photo().gif(), () => photo().tiff(), () => photo().avif()]
    for (const encoded of foreign)
      expect(await run((path) => encoded().toFile(path))).toMatchObject({
        file: { name: `job_${harness.hold().jobId}.png`, type: 'image/png' },
        result: { format: 'png', width: 60, height: 40 },
      })
    const heic = await findHeic()
    if (heic) expect((await run((path) => writeFile(path, heic))).file).toMatchObject({ type: 'image/png' })
  })
})

const FORMATS = fileURLToPath(new URL('../../../../../../../shared/data/formats/', import.meta.url))

/** A picture of a phone, where the corpus is. */
async function findHeic(): Promise<Buffer | undefined> {
  const names = await readdir(FORMATS, { recursive: true }).catch(() => [])
  for (const name of names.filter((path) => /\.hei[cf]$/i.test(path) && !/fuzz/i.test(path)).sort()) {
    const bytes = await readFile(join(FORMATS, name))
    const facts = await sharp(bytes)
      .metadata()
      .catch(() => undefined)
    if (facts?.compression === 'hevc' && facts.width * facts.height < 2e6) return bytes
  }
  return undefined
}

function manualValues(modelKey: string, generation: TopazGeneration): ParameterValues {
  const model = MODELS.find(({ key }) => key === modelKey)!
  const values: ParameterValues = { ...valuesForMode(model, 'manual') }
  for (const [key, { type, min }] of Object.entries(model.params)) {
    if (values[key as keyof ParameterValues] === undefined && type !== 'textarea')
      Object.assign(values, { [key]: type === 'boolean' ? true : min })
  }
  if (values.output_height) Object.assign(values, { output_height: 512 })
  if (model.params.prompt) Object.assign(values, { prompt: '清晰' })
  if (generation !== 'g1') delete values.seed
  return values
}
