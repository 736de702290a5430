// Names of downloaded files (document 2 §2, C-37).

/** A result downloads as a real PNG of this name. */
export const resultFileName = (timestampMs: number): string => `processed-${timestampMs}.png`
