// How much metadata a file may carry. A camera writes some kilobytes, a photo editor's history some megabytes;
// a decompression bomb has gigabytes. Counted before any third-party decoder reads the file.
import { EngineError } from '../../engine-error.ts'

/** Unpacked bytes of all comments, profiles and EXIF or XMP blocks of one file together. */
const MAX_BYTES = 16 * 1024 * 1024
/** Blocks, whatever their size: a decoder keeps a note of each. */
const MAX_BLOCKS = 2048

export interface MetadataBudget {
  /** Bytes that may still come. */
  readonly leftBytes: number
  /** Counts one block; throws EngineError `too-much-metadata`. */
  spend(bytes: number): void
}

export function createMetadataBudget(): MetadataBudget {
  let leftBytes = MAX_BYTES
  let leftBlocks = MAX_BLOCKS
  return {
    get leftBytes() {
      return leftBytes
    },
    spend(bytes) {
      leftBytes -= bytes
      leftBlocks -= 1
      if (leftBytes < 0 || leftBlocks < 0) throw tooMuch()
    },
  }
}

export const tooMuch = () => new EngineError('too-much-metadata', 'comments and profiles are over the limit')
