// Refuses a picture by the size its header states, before one pixel is decoded (engine study §3.6).
import { ENGINE_MAX_INPUT_PX, ENGINE_MAX_INPUT_SIDE_PX } from '../capabilities.ts'
import { EngineError } from '../engine-error.ts'

export function checkSize(width: number | undefined, height: number | undefined): void {
  if (!width || !height || width < 0 || height < 0) throw new EngineError('corrupt', 'the header states no size')
  const tooLong = Math.max(width, height) > ENGINE_MAX_INPUT_SIDE_PX
  if (tooLong || width * height > ENGINE_MAX_INPUT_PX) {
    throw new EngineError('too-many-pixels', `${width}x${height} is over the limit`)
  }
}
