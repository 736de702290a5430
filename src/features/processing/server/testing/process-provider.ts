// Who computes in a service process that a test kills: the scripted provider, or Topaz, whose run stays at the moment that the test asked for.
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { Provider } from '../provider/provider.ts'
import { createScriptedProvider } from '../provider/scripted-provider.ts'
import { quickOptions } from '../provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '../provider/topaz/topaz-provider.ts'
import type { ProcessOrder } from './process-order.ts'

/** Longer than the emulator of the test takes to list what it was sent. */
const LISTED_MS = 6000

interface ProcessParts {
  readonly database: Database
  readonly log: Log
  /** Notifies the test and never returns. */
  readonly stay: () => Promise<void>
}

export function createProcessProvider(
  order: ProcessOrder,
  parts: ProcessParts,
): { readonly provider: Provider; readonly calls: () => number } {
  if (order.topaz) return { provider: stayingTopaz(order.topaz, order.scenario, parts), calls: () => 0 }
  const provider = createScriptedProvider()
  if (order.scenario === 'run') provider.next({ hangs: true })
  return { provider, calls: () => provider.requests.length }
}

function stayingTopaz(
  { origin, apiKey }: NonNullable<ProcessOrder['topaz']>,
  scenario: ProcessOrder['scenario'],
  { database, log, stay }: ProcessParts,
): Provider {
  const options = quickOptions({ imageBase: `${origin}/image/v1`, accountBase: `${origin}/account/v1` })
  const timing = { ...options.timing, settleMs: LISTED_MS }
  const topaz = createTopazProvider({ ...options, apiKey, timing, database, log })
  return {
    ...topaz,
    process: (hold, request, run) =>
      topaz.process(hold, request, {
        ...run,
        async remember(step) {
          if (scenario === 'accepted' && step.remoteTaskId) await stay()
          await run.remember(step)
          if (scenario === 'intend' && step.isSubmitting) await stay()
        },
      }),
  }
}
