// Turns finished tiles into one honest fraction of the whole run: every part weighs what it is predicted to cost.
import type { EngineProgress, EngineStage } from '../engine-types.ts'

export interface WorkPart {
  /** The stages of the part in their order. */
  readonly shares: readonly WorkShare[]
}

export interface WorkShare {
  readonly stage: EngineStage
  /** Predicted CPU seconds. */
  readonly costSeconds: number
}

export interface ProgressMeter {
  /** `done` (0–1) of part number `part`. */
  report(part: number, done: number): void
}

/** Finer steps than this are not told: every one becomes a row and a message. */
const SMALLEST_STEP = 0.01

export function createProgressMeter(
  parts: readonly WorkPart[],
  onProgress: (progress: EngineProgress) => void,
): ProgressMeter {
  const costs = parts.map(({ shares }) => shares.reduce((sum, { costSeconds }) => sum + costSeconds, 0))
  const total = costs.reduce((sum, cost) => sum + cost, 0) || 1
  let last = 0
  let told: EngineProgress | undefined
  return {
    report(part, done) {
      const before = costs.slice(0, part).reduce((sum, cost) => sum + cost, 0)
      last = Math.max(last, Math.min(1, (before + costs[part]! * done) / total))
      const stage = stageAt(parts[part]!, done)
      if (told && stage === told.stage && last < 1 && last - told.fraction < SMALLEST_STEP) return
      told = { stage, fraction: last }
      onProgress(told)
    },
  }
}

/** Operations of one pass run tile by tile together, so the stage shown is the one whose share of the cost is being spent. */
function stageAt({ shares }: WorkPart, done: number): EngineStage {
  const total = shares.reduce((sum, { costSeconds }) => sum + costSeconds, 0)
  let spent = done * total
  for (const { stage, costSeconds } of shares) {
    if (spent < costSeconds) return stage
    spent -= costSeconds
  }
  return shares.at(-1)!.stage
}
