// The shapes of tools and models (document 2 §3). A *tool* is a family with one price; a *model* is one route.
import type { ParameterDefinition, ParameterKey } from './parameter.ts'

/** Keys of the tool-to-route mapping; also the `functionType` of a processing call (document 2 §2, §4). */
export type ToolKey =
  | 'enhance'
  | 'enhance-generative'
  | 'sharpen'
  | 'sharpen-generative'
  | 'denoise'
  | 'restore-generative'
  | 'lighting'

export type CategoryKey = 'enhance' | 'denoise' | 'restore' | 'lighting' | 'sharpen'
export type SubCategoryKey = 'standard' | 'generative'

export interface ToolCategory {
  readonly key: CategoryKey
  readonly title: string
  /** Name of a Tabler icon, drawn by the browser side. */
  readonly icon: string
  readonly description: string
}

export interface ModelConfig {
  /** Path below /ai, unique: `enhance/standard/standard-v2`. The identity of a model everywhere. */
  readonly key: string
  /** Last part of the route. */
  readonly name: string
  readonly displayName: string
  readonly englishName: string
  /** Page title. */
  readonly title: string
  readonly category: CategoryKey
  readonly subCategory: SubCategoryKey | undefined
  readonly tool: ToolKey
  readonly description: string
  /** The provider's name, sent verbatim; unique only together with the tool (two models are called `Standard`-something). */
  readonly topazModel: string
  /** List price in credits. */
  readonly credits: number
  readonly route: string
  /** Async tools go through `topaz-process-async` (document 2 §4). */
  readonly isAsync: boolean
  readonly params: Readonly<Partial<Record<ParameterKey, ParameterDefinition>>>
}
