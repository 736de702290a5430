// Measures the whole picture once, on a bounded number of pixels (engine study §3.2 "estimate").
import { contentOf } from '#rulebook/runs/picture-content.ts'
import { cropTile } from '../image/cut-tile.ts'
import { lumaOf, toOpponent } from '../image/opponent.ts'
import type { Planes } from '../image/planes.ts'
import { yccLuma } from '../image/ycc.ts'
import { ALL_NEEDS, type AnalysisNeeds } from './analysis-needs.ts'
import { estimateBlur, gradientFloor } from './blur.ts'
import { blurCells } from './blur-cells.ts'
import { borneLight } from './borne-light.ts'
import { estimateColours, estimateContent, pureCellsOf, tintingOf } from './content.ts'
import { earlierJpegQuality, type JpegTables } from './earlier-jpeg.ts'
import { estimateJpegQuality } from './estimate-jpeg-quality.ts'
import { estimateExposure } from './exposure.ts'
import { estimateIlluminant } from './illuminant.ts'
import { estimateLensBlur } from './lens-blur.ts'
import { lightOfPrint } from './light-of-print.ts'
import { estimateMotion } from './motion.ts'
import { estimateNeutrals, type NeutralEstimate, trustedLight } from './neutrals.ts'
import { estimateNoise } from './noise.ts'
import type { AnalysisCrop, AnalysisInput, PictureAnalysis } from './picture-analysis.ts'
import { scratchMask } from './scratch-mask.ts'
import { findSoftPlaces } from './soft-places.ts'

/**
 * The picture's softness is that below which this part of the edge energy lies. Strokes are narrow and round: half of the cells of sharp
 * letters read 0.7 px, and letters that are deblurred for that lose 2 dB when enlarged; a quarter reads 0. Letters soft by 1 px do
 * not count as writing any more and are measured like everything else.
 */
const SOFTNESS_PART = { text: 0.25, other: 0.5 } as const

/** Pure and deterministic. Measurements that are not needed stay at "nothing found": no motion, no scratches, no soft places. */
export function analyse(
  { crops, overview, inFrame, jpegQuality, jpegSteps }: AnalysisInput,
  needs: AnalysisNeeds = ALL_NEEDS,
): PictureAnalysis {
  const planes = crops.map(toPlanes)
  const { byScale: lumaNoise, white: luma } = estimateNoise(planes.map(({ luma, bright }) => ({ plane: luma, bright })))
  const { byScale: chromaNoise, white: chroma } = estimateNoise(
    planes.flatMap(({ redBlue, greenMagenta, bright }) => [
      { plane: redBlue, bright },
      { plane: greenMagenta, bright },
    ]),
  )
  const lumas = planes.map(({ luma }) => luma)
  const cells = lumas.map(blurCells)
  const floor = gradientFloor(cells, lumaNoise[0] / 255)
  const content = { ...estimateContent(planes.map(({ bright }) => bright)), ...estimateColours(overview) }
  const photo = cropTile(overview, inFrame)
  const neutrals = estimateNeutrals(photo)
  const tinting = tintingOf(photo)
  return {
    noiseSigma: lumaNoise[0],
    chromaNoiseSigma: chromaNoise[0],
    lumaNoiseByScale: lumaNoise,
    chromaNoiseByScale: chromaNoise,
    whiteNoise: { luma, chroma },
    content,
    blurSigma: estimateBlur(cells, floor, SOFTNESS_PART[contentOf(content) === 'text' ? 'text' : 'other']),
    blurSigmaQuarter: estimateBlur(cells, floor, 0.25),
    blurSigmaTenth: estimateBlur(cells, floor, 0.1),
    lensBlur: estimateLensBlur(lumas),
    softPlaces: needs.softPlaces ? findSoftPlaces(lumas) : [],
    gradientFloor: floor,
    jpegQuality: worstQuality(
      crops,
      jpegQuality ?? estimateJpegQuality(planes.map(({ bright }) => bright)),
      jpegQuality === undefined ? undefined : { quality: jpegQuality, steps: jpegSteps },
    ),
    motion: estimateMotion(needs.motion ? lumas : [], lumaNoise[0] / 255),
    illuminant: lightOfPrint(lightOf(photo, neutrals), photo, neutrals, tinting),
    neutrals,
    tinting,
    exposure: estimateExposure(photo),
    scratchFraction: needs.scratches ? scratchFraction(crops, lumaNoise[0] / 255) : 0,
    pureCells: pureCellsOf(needs.scratches ? planes.map(({ bright }) => bright) : []),
    overview,
    inFrame,
  }
}

const lightOf = (photo: Planes, neutrals: NeutralEstimate) =>
  borneLight(trustedLight(estimateIlluminant(photo), neutrals), photo)

function toPlanes({ planes, place }: AnalysisCrop) {
  const opponent = toOpponent(planes, place)
  return { ...opponent, bright: { ...opponent.luma, samples: lumaOf(planes) } }
}

/** A file that was saved again says nothing of how it was saved before. */
function worstQuality(crops: readonly AnalysisCrop[], likely: number, tables: JpegTables | undefined): number {
  const lumas = crops.map(({ planes, place }) => ({
    width: planes.width,
    height: planes.height,
    x: place.x,
    y: place.y,
    samples: yccLuma(planes),
  }))
  return Math.min(likely, earlierJpegQuality(lumas, tables) ?? likely)
}

function scratchFraction(crops: readonly AnalysisCrop[], noiseSigma: number): number {
  let marked = 0
  let total = 0
  for (const { planes, place } of crops) {
    const { width, height } = planes
    const pictureSidePx = Math.min(place.pictureWidth, place.pictureHeight)
    const plane = { width, height, x: place.x, y: place.y, samples: lumaOf(planes) }
    for (const value of scratchMask(plane, { noiseSigma, pictureSidePx })) marked += value
    total += plane.samples.length
  }
  return total === 0 ? 0 : marked / total
}
