// What a run costs the operator at the AI provider, and how large it may be for its price (contract of the Topaz Image API §10; document 2 §9;
// P-33). Consumers' prices never derive from it (C-50): they are flat, so the area is bounded instead.
import { CREDIT_PACKS } from '../credits/packs.ts'
import type { ModelConfig, ToolKey } from '../tools/model.ts'

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
/** US dollars, pay-as-you-go; packages are cheaper. */
const VENDOR_CREDIT_USD = 0.12
const LEAST_EARNED_USD = Math.min(...CREDIT_PACKS.map(({ pricePerCredit }) => pricePerCredit))

/** The largest result, in pixels, whose vendor cost the list price of the model covers. */
export function maxOutputPx({ tool, credits }: Pick<ModelConfig, 'tool' | 'credits'>): number {
  const vendorCredits = Math.max(1, Math.floor((credits * LEAST_EARNED_USD) / VENDOR_CREDIT_USD + 1e-9))
  return vendorCredits * MEGAPIXELS_PER_CREDIT[tool] * 1_000_000
}
