// What a run costs the operator at the AI provider, and how large it may be for its price (Topaz contract §10; document 2 §9;
// P-33). Consumers' prices never derive from it (C-50): they are flat, so the area is bounded instead (decision 0066).
import { CREDIT_PACKS } from '../credits/packs.ts'
import type { ModelConfig, ToolKey } from '../tools/model.ts'
import { autoOutputHeightPx, type Size } from '../tools/output-height.ts'
import type { ParameterValues } from '../tools/parameter.ts'
import { PARAMETERS } from '../tools/parameters.ts'

/** Output megapixels of one vendor credit. */
const MEGAPIXELS_PER_CREDIT: Readonly<Record<ToolKey, number>> = {
  enhance: 24,
  'enhance-generative': 4,
  sharpen: 24,
  'sharpen-generative': 20,
  denoise: 24,
  'restore-generative': 24,
  lighting: 24,
}
/** US dollars, pay-as-you-go; packages are cheaper (`TOPAZ_CREDIT_USD`). */
export const VENDOR_CREDIT_USD = 0.12
/** What the cheapest pack pays for one of our credits. */
const LEAST_EARNED_USD = Math.min(...CREDIT_PACKS.map(({ pricePerCredit }) => pricePerCredit))

/** The largest result, in pixels, whose vendor cost `credits` of ours cover. */
export function maxOutputPx(tool: ToolKey, credits: number, vendorCreditUsd = VENDOR_CREDIT_USD): number {
  const vendorCredits = Math.max(1, Math.floor((credits * LEAST_EARNED_USD) / vendorCreditUsd + 1e-9))
  return vendorCredits * MEGAPIXELS_PER_CREDIT[tool] * 1_000_000
}

export type OutputPlan =
  | { readonly size: Size }
  /** More pixels than the price covers; `largestHeightPx` where a smaller result of the same picture is to be had. */
  | { readonly wantedPx: number; readonly largestHeightPx?: number }

/** The result's size, known before the start: as asked, or what we choose for it; a smaller size than asked for is never given silently. */
export function planOutput(
  model: Pick<ModelConfig, 'params'>,
  { output_height: asked }: ParameterValues,
  picture: Size,
  limitPx = Number.POSITIVE_INFINITY,
): OutputPlan {
  const ownPx = picture.width * picture.height
  if (!model.params.output_height) return ownPx <= limitPx ? { size: picture } : { wantedPx: ownPx }
  const height = typeof asked === 'number' ? asked : autoOutputHeightPx(picture)
  const size = sizeOf(picture, height)
  const wantedPx = size.width * size.height
  if (wantedPx <= limitPx) return { size }
  const largestHeightPx = Math.floor(Math.sqrt((limitPx * picture.height) / picture.width))
  // Automatic: as large as the price covers, never smaller than the picture was.
  if (typeof asked !== 'number' && largestHeightPx >= picture.height) return { size: sizeOf(picture, largestHeightPx) }
  const { min = 0, max = 0 } = PARAMETERS.output_height
  const isToBeHad = largestHeightPx >= min && largestHeightPx <= max
  return { wantedPx: typeof asked === 'number' ? wantedPx : ownPx, ...(isToBeHad && { largestHeightPx }) }
}

const sizeOf = ({ width, height }: Size, outputHeight: number): Size => ({
  width: Math.max(1, Math.round((width * outputHeight) / height)),
  height: outputHeight,
})

/** What the refusal's text is filled with; pixels are counted in 万, as people here count them. */
export function tooLargeData(
  { wantedPx, largestHeightPx }: { readonly wantedPx: number; readonly largestHeightPx?: number },
  limitPx: number,
) {
  const advice =
    largestHeightPx === undefined ? '请先缩小图片再试' : `请在手动模式把输出高度设为 ${largestHeightPx} 像素以内`
  return { wanted: Math.ceil(wantedPx / 10_000), limit: Math.floor(limitPx / 10_000), advice }
}
