// The provider that needs no account: our own engine on this machine (architecture §2).
import { ENGINE_UNSUPPORTED } from '#engine/capabilities.ts'
import type { Engine } from '#engine/engine-types.ts'
import { proveHold } from '#features/credits/server/hold-credits.ts'
import { VIEW_MAX_SIDE_PX } from '#rulebook/pictures/shown-pictures.ts'
import { THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PX } from '#rulebook/pictures/storage-layout.ts'
import { measuredSeconds } from '#rulebook/runs/measured-times.ts'
import { LEAST_AUTO_FACTOR } from '#rulebook/tools/output-height.ts'
import type { Provider } from './provider.ts'

export function createLocalProvider(engine: Engine): Provider {
  return {
    name: 'local',
    aiService: 'local',
    capabilities: { unsupportedParams: ENGINE_UNSUPPORTED },
    drawPatch: engine.drawPatch,
    async measuredSeconds({ modelKey, megapixels, factor = LEAST_AUTO_FACTOR }) {
      const ours = measuredSeconds(modelKey, megapixels)
      return ours && ours + (await engine.packSeconds({ modelKey, megapixels, factor }))
    },
    async process(hold, request, run) {
      proveHold(hold)
      const outcome = await engine.process(
        {
          ...request,
          thumbnailSidePx: THUMBNAIL_SIDE_PX,
          thumbnailQuality: THUMBNAIL_QUALITY,
          viewMaxSidePx: VIEW_MAX_SIDE_PX,
        },
        { signal: run.signal, onProgress: run.onProgress, timeoutMs: run.timeoutMs },
      )
      return { ...outcome, seconds: outcome.engineSeconds }
    },
  }
}
