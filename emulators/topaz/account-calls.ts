// Estimates and the balance (Topaz contract §6; §12 "Estimate", "Bulk estimate", "Balance").
import { outputOf, refuse, VendorRefusal } from './check-submit.ts'
import { asTexts, receiveForm, textOf } from './receive-form.ts'
import { answerJson, type Vendor, type VendorCall } from './vendor-call.ts'
import { creditsOf, durationOf, MAX_SIDE, megapixelsOf, outputCeilingMp } from './vendor-limits.ts'
import { CATEGORIES, isGenerative, modelsOf, PATHS, type VendorPath } from './vendor-models.ts'

export async function estimate(call: VendorCall, isGenerativeCall: boolean): Promise<void> {
  const { fields } = await receiveForm(call.request, call.vendor.folder, call.vendor.settings.maxBodyBytes)
  answerJson(call, 200, estimateOf(call.vendor, fields, isGenerativeCall))
}

/** §6.2: element by element, each with its own success or error. */
export async function estimateBulk(call: VendorCall): Promise<void> {
  const orders = JSON.parse(await textOf(call.request)) as unknown
  if (!Array.isArray(orders)) return refuse(400, 'An array is expected.')
  const answers = orders.map((order: Record<string, unknown>) => {
    try {
      return { ...estimateOf(call.vendor, asTexts(order), undefined), status: 'success' }
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error
      return { status: 'error', code: error.status, message: error.message }
    }
  })
  answerJson(call, 200, answers)
}

export function balance(call: VendorCall): void {
  answerJson(call, 200, call.vendor.account.balance(call.key))
}

function estimateOf(
  { settings }: Pick<Vendor, 'settings'>,
  fields: Readonly<Record<string, string>>,
  isGenerativeCall: boolean | undefined,
): { duration: number; credits: number } {
  const input = { width: sideOf(fields.input_width), height: sideOf(fields.input_height) }
  const model = fields.model ?? (isGenerativeCall ? 'Redefine' : 'Standard V2')
  const path = pathOf(settings.generation, model, fields.category, isGenerativeCall)
  const output = outputOf(settings, path, model, input, fields)
  const ceilingMp = outputCeilingMp(settings.generation, path, model, false)
  if (megapixelsOf(output) > ceilingMp) refuse(413, `The output exceeds ${ceilingMp} MP.`)
  return { duration: Math.ceil(durationOf(path, output)), credits: creditsOf(path, output) }
}

function sideOf(text: string | undefined): number {
  const side = Number(text)
  return text && Number.isInteger(side) && side >= 1 && side <= MAX_SIDE
    ? side
    : refuse(400, 'Please provide a valid input resolution.')
}

/** §6.1: `Strong` is in two families, so the category decides; a generative model at the other call is 400. */
function pathOf(
  generation: Vendor['settings']['generation'],
  model: string,
  category: string | undefined,
  isGenerativeCall: boolean | undefined,
): VendorPath {
  const found = PATHS.find(
    (path) =>
      modelsOf(generation, path).includes(model) &&
      (category === undefined || CATEGORIES[path] === category) &&
      (isGenerativeCall === undefined || isGenerative(path) === isGenerativeCall),
  )
  return found ?? refuse(400, 'Invalid model.')
}
