// Measures the whole picture once, on a bounded number of pixels (engine study §3.2 "estimate").
import type { AnalysisInput, PictureAnalysis } from './picture-analysis.ts'

/** Pure and deterministic; costs well under a second for the largest input the type describes. */
export function analyse(_input: AnalysisInput): PictureAnalysis {
  throw new Error('analyse is not built yet')
}
