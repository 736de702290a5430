// Which expensive measurements are made (each model names what its plan reads: tools/). Noise, blur, compression and light are measured for every run, because
// its report contains them; motion spectra, the blur map and the scratch mask cost more than all of these together.

export interface AnalysisNeeds {
  readonly motion: boolean
  readonly scratches: boolean
  readonly softPlaces: boolean
}

export const ALL_NEEDS: AnalysisNeeds = { motion: true, scratches: true, softPlaces: true }
