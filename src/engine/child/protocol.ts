// The messages between the web process and its engine child: small plain objects with file paths, never pixels (engine study §3.6).

import type {
  AdoptOutcome,
  AdoptRequest,
  EncodeRequest,
  EngineProgress,
  ImageFacts,
  InspectRequest,
  MeasureRequest,
  PatchOutcome,
  PatchRequest,
  PictureEstimates,
  PreparedPicture,
  PrepareRequest,
  ProcessOutcome,
  ProcessRequest,
  SquareRequest,
  TilesRequest,
  UsedPacks,
} from '../engine-types.ts'
import type { EngineFailure } from './failure.ts'

/** Result paths in these requests are temporary names; the parent renames them when all is well. */
export type ChildTask =
  | { readonly kind: 'inspect'; readonly request: InspectRequest }
  | { readonly kind: 'measure'; readonly request: MeasureRequest }
  | { readonly kind: 'square'; readonly request: SquareRequest }
  | { readonly kind: 'encode'; readonly request: EncodeRequest }
  | { readonly kind: 'tiles'; readonly request: TilesRequest }
  | { readonly kind: 'prepare'; readonly request: PrepareRequest }
  | { readonly kind: 'adopt'; readonly request: AdoptRequest }
  | {
      readonly kind: 'process'
      readonly request: ProcessRequest
      readonly threads: number
      /** Absent: third-party nets are not used. */
      readonly packs?: UsedPacks | undefined
    }
  | {
      readonly kind: 'patch'
      readonly request: PatchRequest
      readonly threads: number
      readonly packs?: UsedPacks | undefined
    }

export interface ChildStart {
  readonly task: ChildTask
  readonly memoryLimitBytes: number
}

export type ChildAnswer =
  | { readonly kind: 'progress'; readonly progress: EngineProgress }
  | {
      readonly kind: 'done'
      readonly result:
        | ImageFacts
        | PictureEstimates
        | PreparedPicture
        | AdoptOutcome
        | ProcessOutcome
        | PatchOutcome
        | undefined
    }
  | ({ readonly kind: 'failed' } & EngineFailure)
