// JPEG: the segments before the first scan. Each is small, but a decoder keeps them all.
import { jpegHeadSegments } from '../jpeg-segments.ts'
import type { MetadataBudget } from './metadata-budget.ts'

const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

export function scanJpeg(bytes: Buffer, budget: MetadataBudget): void {
  // What is cut short counts in full: a decoder sets aside what a segment says of its length.
  for (const { marker, start, end } of jpegHeadSegments(bytes)) if (isMetadata(marker)) budget.spend(end - start - 2)
}
