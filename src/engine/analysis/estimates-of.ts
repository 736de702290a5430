// The measurements that leave the engine, in the words that src/rulebook/runs/picture-findings.ts reads.
import type { PictureEstimates } from '../engine-types.ts'
import { seenSigma, trustIn } from './lens-blur.ts'
import type { PictureAnalysis } from './picture-analysis.ts'

export const estimatesOf = ({ exposure, illuminant, content, ...analysis }: PictureAnalysis): PictureEstimates => ({
  noiseSigma: analysis.noiseSigma,
  noiseSigmaHalfScale: analysis.lumaNoiseByScale[1],
  chromaNoiseSigma: analysis.chromaNoiseSigma,
  blurSigma: analysis.blurSigma,
  blurSigmaQuarter: analysis.blurSigmaQuarter,
  blurSigmaTenth: analysis.blurSigmaTenth,
  lensBlurSigma: seenSigma(analysis.lensBlur),
  lensBlurTrust: trustIn(analysis.lensBlur),
  jpegQuality: analysis.jpegQuality,
  motionPx: analysis.motion.lengthPx,
  motionConfidence: analysis.motion.confidence,
  ...content,
  lumaLow: exposure.low,
  lumaMedian: exposure.median,
  lumaHigh: exposure.high,
  lumaBright: exposure.bright,
  channelPeak: exposure.channelPeak,
  // 0 also where the plan needed none and nobody looked.
  scratchFraction: analysis.scratchFraction,
  castLogRatio: Math.log(illuminant[0] / illuminant[2]),
})
