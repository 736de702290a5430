// What a picture shows, as far as findings and recommendations depend on it: writing and drawings have neither noise nor
// a wrong light, an old print has no cast. Thresholds: docs/recommendation.md.

export type PictureEstimates = Readonly<Record<string, number>>
export type PictureContent = 'text' | 'art' | 'old-photo' | 'photo'

const TEXT = { textShare: 0.1, flatShare: 0.12, saturation: 0.2 } as const
const ART = { textShare: 0.03, flatShare: 0.2, noiseSigma: 1.5 } as const
/** A brownish or grey print with grain, and marks that stand out from it. */
const OLD_PHOTO = { tintSpread: 0.06, flatShare: 0.1, noiseSigma: 1.5, scratchFraction: 0.004 } as const

/** A photo where the contents were not measured. */
export function contentOf(estimates: PictureEstimates): PictureContent {
  const { textShare, flatShare, saturation = 1, noiseSigma = 0, tintSpread = 1, scratchFraction = 0 } = estimates
  if (textShare === undefined || flatShare === undefined) return 'photo'
  if (textShare >= TEXT.textShare && flatShare >= TEXT.flatShare && saturation < TEXT.saturation) return 'text'
  if (textShare >= ART.textShare && flatShare >= ART.flatShare && noiseSigma < ART.noiseSigma) return 'art'
  const isPrint = tintSpread < OLD_PHOTO.tintSpread && flatShare < OLD_PHOTO.flatShare
  const isMarked = noiseSigma >= OLD_PHOTO.noiseSigma && scratchFraction >= OLD_PHOTO.scratchFraction
  return isPrint && isMarked ? 'old-photo' : 'photo'
}
