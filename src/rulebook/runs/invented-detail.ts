// Results that hold detail which was not in the picture say so wherever they are shown: the generative tools continue
// texture by what photographs usually look like, and nobody should take that for evidence.
import { modelByKey } from '../tools/catalogue.ts'

export const INVENTED_DETAIL_TEXTS = {
  label: 'AI 补充细节',
  note: '部分细节由 AI 推测补充，可能与真实场景不同。',
} as const

export const inventsDetail = (modelKey: string): boolean => modelByKey(modelKey)?.subCategory === 'generative'

/** What is said of one run: nothing where its report says that it drew none, as on pages of writing (decision 0199). */
export const hasInventedDetail = (modelKey: string, report?: { readonly drawsDetail?: boolean } | null): boolean =>
  inventsDetail(modelKey) && report?.drawsDetail !== false
