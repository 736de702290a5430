// The sample picture that a tool page offers to people without one at hand: the "before" of a landing sample that this
// tool is made for, uploaded as any other picture.
import type { ModelConfig, ToolKey } from '../tools/model.ts'

const SAMPLES: Readonly<Record<ToolKey, string>> = {
  enhance: 'low-resolution-before-400',
  'enhance-generative': 'low-resolution-before-400',
  sharpen: 'high-fidelity-before-800',
  'sharpen-generative': 'high-fidelity-before-800',
  denoise: 'denoise-before-800',
  'restore-generative': 'restore-before-800',
  lighting: 'lighting-before-800',
}
/** Models whose purpose is narrower than that of their tool. */
const SAMPLES_OF_MODELS: Readonly<Record<string, string>> = {
  'enhance/standard/cgi': 'cgi-before-400',
  'enhance/standard/text-refine': 'text-refine-before-400',
}

export const SAMPLE_FORMAT = 'image/webp'
export const sampleAddress = ({ key, tool }: Pick<ModelConfig, 'key' | 'tool'>): string =>
  `/samples/${SAMPLES_OF_MODELS[key] ?? SAMPLES[tool]}.webp`
/** Name of the upload, as the history shows it. */
export const SAMPLE_NAME = '示例图片.webp'
