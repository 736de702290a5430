// Made by `npx node scripts/make-samples.ts`: real runs of our engine, as measured on the machine that made them (C-12, P-21).

export const SAMPLE_SIZE = { width: 800, height: 600 } as const
export const SAMPLE_WIDTHS = [400, 800] as const

/** Seconds of the run, widths in pixels, and whose picture it is. */
export const LANDING_SAMPLES = {
  'low-resolution': {
    seconds: 1.1,
    inputWidth: 200,
    outputWidth: 800,
    credit: 'budgie-backgrounds “kitten on lawn”, CC0',
  },
  cgi: { seconds: 0.9, inputWidth: 200, outputWidth: 800, credit: 'openclipart, public domain' },
  'high-fidelity': { seconds: 0.9, inputWidth: 200, outputWidth: 800, credit: 'budgie-backgrounds, CC0' },
  'text-refine': { seconds: 1, inputWidth: 200, outputWidth: 800, credit: '自绘' },
  denoise: {
    seconds: 3.4,
    inputWidth: 800,
    outputWidth: 800,
    credit: 'budgie-backgrounds “San Francisco skyline”, CC0',
  },
  restore: { seconds: 1.5, inputWidth: 800, outputWidth: 800, credit: 'budgie-backgrounds “perched osprey”, CC0' },
  lighting: { seconds: 1.3, inputWidth: 800, outputWidth: 800, credit: 'budgie-backgrounds “Lake Sherburne”, CC0' },
} as const
