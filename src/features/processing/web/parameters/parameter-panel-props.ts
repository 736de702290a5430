// What the panel and its parts that load later are given.
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { UsualTime } from '../../contract.ts'
import type { ParameterControl } from './use-parameters.ts'

export interface ParameterPanelProps {
  readonly model: ModelConfig
  readonly parameters: ParameterControl
  /** Reason per parameter that the provider cannot honour. */
  readonly unsupported: Readonly<Record<string, string>>
  readonly isDisabled: boolean
  readonly picture: { readonly width: number; readonly height: number } | undefined
  /** Our engine computes, so it can be said what will be done. */
  readonly isOurs?: boolean
  /** How long such a run usually takes; nothing while that is not known. */
  readonly usual?: UsualTime | undefined
}
