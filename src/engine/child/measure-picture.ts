// Measures a picture without a run; src/rulebook/runs/recommendations.ts decides from it which tool would help.
// Bounded like the analysis of a run: crops at full resolution and one small overview, whatever the size of the picture.
import { readFile } from 'node:fs/promises'
import { toolsToTry } from '#rulebook/runs/recommendations.ts'
import { analyse } from '../analysis/analyse.ts'
import { analysisInputOf } from '../analysis/analysis-input.ts'
import { ALL_NEEDS } from '../analysis/analysis-needs.ts'
import { estimatesOf } from '../analysis/estimates-of.ts'
import { softnessOf } from '../analysis/soft-places.ts'
import type { MeasureRequest, PictureEstimates } from '../engine-types.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { idleTools } from '../run/idle-tools.ts'

export async function measurePicture({ sourcePath }: MeasureRequest): Promise<PictureEstimates> {
  const { colour, jpegQuality, jpegSteps } = await decodePicture(await readFile(sourcePath))
  const seen = analysisInputOf(colour, jpegQuality, jpegSteps)
  const analysis = analyse(seen, ALL_NEEDS)
  const estimates = {
    ...estimatesOf(analysis),
    ...softnessOf(analysis.softPlaces),
    width: colour.width,
    height: colour.height,
  }
  return { ...estimates, ...idleTools(toolsToTry(estimates), colour, analysis, seen.crops) }
}
