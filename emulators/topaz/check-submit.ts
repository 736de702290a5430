// The order in which a submit is judged (Topaz contract §12 "Submit validation order" after the key): 413 body → 400 → 415 → 422 → 413
// megapixels → 402 → 200. `strict` refuses what the vendor would silently ignore (§0 rule 1).
import sharp from 'sharp'
import type { EmulatorSettings } from './emulator-settings.ts'
import type { ReceivedForm } from './receive-form.ts'
import type { Refusal } from './vendor-account.ts'
import { creditsOf, inputCeilingMp, MAX_SIDE, megapixelsOf, outputCeilingMp, type Size } from './vendor-limits.ts'
import { defaultModelOf, hasSizes, modelsOf, type VendorPath } from './vendor-models.ts'
import { settingProblem, settingsOf } from './vendor-settings.ts'

export class VendorRefusal extends Error {
  readonly status: number
  constructor({ status, message }: Refusal) {
    super(message)
    this.status = status
  }
}
export const refuse = (status: number, message: string): never => {
  throw new VendorRefusal({ status, message })
}

/** §2.1, §2.2: what is no setting. */
const OWN_FIELDS = ['source_id', 'source_url', 'model', 'output_format']
const SIZE_FIELDS = ['output_height', 'output_width', 'crop_to_fill']
/** §1. */
const OUTPUT_FORMATS = ['jpeg', 'jpg', 'png', 'tiff', 'tif']
const INPUT_FORMATS = ['jpeg', 'png', 'tiff']

export interface Submit {
  readonly path: VendorPath
  readonly isSync: boolean
  readonly form: ReceivedForm
  /** The file that `source_id` names, while it is kept. */
  readonly earlierFile: string | undefined
  readonly available: number
}

export interface CheckedSubmit {
  readonly model: string
  readonly outputFormat: string
  readonly inputFile: string
  readonly inputFormat: string
  readonly input: Size
  readonly output: Size
  readonly cropToFill: boolean
  readonly credits: number
  readonly settings: Readonly<Record<string, string>>
}

export async function checkSubmit(settings: EmulatorSettings, submit: Submit): Promise<CheckedSubmit> {
  const { path, form, isSync } = submit
  const { fields } = form
  if (form.isTooLarge) refuse(413, 'Request Entity Too Large')
  const inputFile = sourceOf(submit)
  const model = modelOf(settings, path, fields)
  const outputFormat = fields.output_format ?? 'jpeg'
  if (!OUTPUT_FORMATS.includes(outputFormat)) refuse(400, 'Invalid output format.')
  if ((path === 'matting' || path === 'tool') && outputFormat !== 'png') refuse(400, 'Invalid output format.')
  checkSizeFields(fields)
  const applied = settingsIn(settings, path, model, fields)
  const { format, ...input } = await readPicture(inputFile, path)
  const output = outputOf(settings, path, model, input, fields, isSync)
  if (megapixelsOf(input) > inputCeilingMp(path, model)) refuse(413, 'Request Entity Too Large')
  if (megapixelsOf(output) > outputCeilingMp(settings.generation, path, model, isSync))
    refuse(413, 'Request Entity Too Large')
  const credits = creditsOf(path, output)
  if (submit.available < credits) refuse(402, 'Insufficient funds.')
  return {
    model,
    outputFormat,
    inputFile,
    inputFormat: format,
    input,
    output,
    cropToFill: fields.crop_to_fill === 'true',
    credits,
    settings: applied,
  }
}

/** §2.1: exactly one of the three; none or several is 400 [INF]. Addresses are not fetched: the emulator reaches nobody. */
function sourceOf({ form, earlierFile }: Submit): string {
  const { fields, file } = form
  const given = [file, fields.source_id, fields.source_url].filter((source) => source !== undefined)
  if (given.length !== 1) refuse(400, 'Exactly one of image, source_id and source_url is required.')
  if (fields.source_url) refuse(400, 'The emulator fetches no source_url.')
  return file?.path ?? earlierFile ?? refuse(400, 'Invalid source ID.')
}

function modelOf({ generation }: EmulatorSettings, path: VendorPath, fields: Readonly<Record<string, string>>): string {
  const model = fields.model ?? defaultModelOf(generation, path)
  return model && modelsOf(generation, path).includes(model) ? model : refuse(400, 'Invalid model.')
}

function checkSizeFields(fields: Readonly<Record<string, string>>): void {
  for (const name of ['output_height', 'output_width']) {
    const text = fields[name]
    if (text === undefined) continue
    const value = Number(text)
    if (!Number.isInteger(value) || value < 1 || value > MAX_SIDE) refuse(400, `Invalid ${name.replace('_', ' ')}.`)
  }
}

/** §0 rule 1, §12 "Strictness". */
function settingsIn(
  { generation, isStrict }: EmulatorSettings,
  path: VendorPath,
  model: string,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const rules = settingsOf(generation, path, model)
  const ownFields = [
    ...OWN_FIELDS,
    ...(generation === 'g1' ? [] : ['webhook_url']),
    ...(hasSizes(path) ? SIZE_FIELDS : []),
  ]
  const applied: Record<string, string> = {}
  for (const [name, text] of Object.entries(fields)) {
    if (ownFields.includes(name)) continue
    const rule = rules[name]
    const problem = rule ? settingProblem(rule, text) : 'is not known to this model'
    if (!problem) applied[name] = text
    else if (isStrict) refuse(400, `strict: ${name} ${problem}`)
  }
  if (isStrict) checkFaces(applied)
  return applied
}

/** §2.3: strength and creativity belong to a face switch that is on. */
function checkFaces(applied: Readonly<Record<string, string>>): void {
  const face = Object.keys(applied).filter((name) => /^face_?enhancement/i.test(name))
  const isOn = face.some((name) => /enhancement$/i.test(name) && applied[name] === 'true')
  if (isOn ? face.length !== 3 : face.length > 1)
    refuse(400, 'strict: strength and creativity of faces come with the switch on, and only then')
}

/** §1 formats; §2.5, §7: 415 for what cannot be decoded, 422 for a side of zero. */
async function readPicture(file: string, path: VendorPath): Promise<Size & { format: string }> {
  const facts = await sharp(file, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined)
  const formats = path === 'tool' ? ['png'] : INPUT_FORMATS
  if (!facts?.format || !formats.includes(facts.format)) return refuse(415, 'Image could not be decoded.')
  const { width, height } = facts.autoOrient
  if (!width || !height) refuse(422, 'Image has invalid dimensions.')
  return { format: facts.format, width, height }
}

/** §2.2: the other side follows; none: twice the input within the ceiling [INF]. Families without sizes keep the input's. */
export function outputOf(
  { generation }: Pick<EmulatorSettings, 'generation'>,
  path: VendorPath,
  model: string,
  input: Size,
  fields: Readonly<Record<string, string>>,
  isSync = false,
): Size {
  if (!hasSizes(path)) return input
  const width = fields.output_width && Number(fields.output_width)
  const height = fields.output_height && Number(fields.output_height)
  if (width && height) return { width, height }
  if (width) return { width, height: Math.max(1, Math.round((input.height * width) / input.width)) }
  if (height) return { width: Math.max(1, Math.round((input.width * height) / input.height)), height }
  const ceilingMp = outputCeilingMp(generation, path, model, isSync)
  const factor = Math.min(2, Math.sqrt(ceilingMp / megapixelsOf(input)))
  return { width: Math.floor(input.width * factor), height: Math.floor(input.height * factor) }
}
