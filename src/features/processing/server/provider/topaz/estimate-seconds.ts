// The vendor's estimate of how long a run will take (Topaz contract §6.1). It costs nothing but a turn in the line of requests, so answers are cached.
import { BoundedMap } from '#platform/server/bounded-map.ts'
import type { Log } from '#platform/server/log.ts'
import type { EstimateRequest } from '../provider.ts'
import type { TopazClient } from './topaz-client.ts'
import { settingFields, type TopazGeneration, topazModelOf } from './topaz-models.ts'

const CACHE_MS = 600_000
const CACHED_ANSWERS = 500
/** A quote is looked at, not waited for. */
const TIMEOUT_MS = 3000

export function createEstimates(client: TopazClient, generation: TopazGeneration, log: Log) {
  const cache = new BoundedMap<string, { readonly seconds: Promise<number | undefined>; readonly askedAtMs: number }>(
    CACHED_ANSWERS,
  )
  const ask = async ({ modelKey, params, input, output }: EstimateRequest): Promise<number | undefined> => {
    const model = topazModelOf(generation, modelKey)
    const fields = {
      category: model.category,
      model: model.name,
      input_width: String(input.width),
      input_height: String(input.height),
      ...(model.hasSizes && { output_width: String(output.width), output_height: String(output.height) }),
      output_format: 'png',
      ...settingFields(generation, modelKey, params),
    }
    return (await client.estimate(model.isGenerative, fields, AbortSignal.timeout(TIMEOUT_MS))).duration
  }
  return (request: EstimateRequest): Promise<number | undefined> => {
    const key = JSON.stringify(request)
    const nowMs = performance.now()
    const known = cache.get(key)
    if (known && nowMs - known.askedAtMs < CACHE_MS) return known.seconds
    const seconds = ask(request).catch((error: unknown) => {
      log.warn({ err: error, modelKey: request.modelKey }, 'no estimate from the provider')
      cache.delete(key)
      return undefined
    })
    cache.set(key, { seconds, askedAtMs: nowMs })
    return seconds
  }
}
