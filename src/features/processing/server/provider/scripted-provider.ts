// A provider that does what a test scripts: succeed, fail with given words, wait, hang. It invents its results, so the settings
// allow it only with NODE_ENV=test.
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineReport } from '#engine/engine-types.ts'
import type { PictureChange } from '#engine/picture-change.ts'
import { proveHold } from '#features/credits/server/hold-credits.ts'
import { THUMBNAIL_SIDE_PX } from '#rulebook/pictures/storage-layout.ts'
import { type Provider, ProviderError, type ProviderRequest } from './provider.ts'

export interface ScriptedStep {
  /** Words of the failure; absent means success. */
  readonly failure?: string
  /** Throws this instead, for failures that are no provider's words. */
  readonly throws?: Error
  /** Never ends unless its signal fires. */
  readonly hangs?: boolean
  /** Goes on when this has happened. */
  readonly until?: Promise<unknown>
  readonly durationMs?: number
  /** Reported one after the other over the duration; without them one report of one half. */
  readonly fractions?: readonly number[]
  readonly width?: number
  readonly height?: number
  /** What the run is said to have changed. */
  readonly change?: PictureChange
}

const NOTHING_MEASURED: EngineReport = { tier: 'classical', nets: [], stages: [], estimates: {}, seed: 0, ignored: [] }

export interface ScriptedProvider extends Provider {
  /** What the next run does; later runs repeat the last step. */
  next(...steps: ScriptedStep[]): void
  /** Every run that was asked for, in order. */
  readonly requests: readonly ProviderRequest[]
}

export function createScriptedProvider(unsupportedParams: Provider['capabilities']['unsupportedParams'] = {}) {
  const script: ScriptedStep[] = [{}]
  const requests: ProviderRequest[] = []
  const provider: ScriptedProvider = {
    name: 'scripted',
    aiService: 'scripted',
    capabilities: { unsupportedParams },
    requests,
    next: (...steps) => script.splice(0, script.length, ...steps),
    async process(hold, request, run) {
      proveHold(hold)
      requests.push(request)
      const step = script.length > 1 ? script.shift()! : script[0]!
      run.signal.throwIfAborted()
      const { durationMs = 0, fractions = [0.5] } = step
      for (const fraction of fractions) {
        run.onProgress({ stage: 'enlarge', fraction })
        await delay(durationMs / fractions.length, undefined, { signal: run.signal })
      }
      await step.until
      if (step.hangs) await delay(24 * 3_600_000, undefined, { signal: run.signal })
      if (step.throws) throw step.throws
      if (step.failure !== undefined) throw new ProviderError(step.failure)
      const { width = 64, height = 48 } = step
      await writePictures(request, width, height)
      const report = step.change && { ...NOTHING_MEASURED, change: step.change }
      const outcome = {
        width,
        height,
        inputHeight: 24,
        viewMimeType: 'image/jpeg',
        seconds: durationMs / 1000,
      } as const
      return { ...outcome, ...(report && { report }) }
    },
  }
  return provider
}

async function writePictures(request: ProviderRequest, width: number, height: number): Promise<void> {
  // Loaded by tests alone: the web process holds no image library.
  const { default: sharp } = await import('sharp')
  const picture = sharp({ create: { width, height, channels: 3, background: '#446688' } })
  await writeFile(request.resultPath, await picture.clone().png().toBuffer())
  await writeFile(request.viewPath, await picture.clone().jpeg().toBuffer())
  const thumbnail = picture.clone().resize(THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX, { fit: 'inside' })
  await writeFile(request.thumbnailPath, await thumbnail.jpeg().toBuffer())
}
