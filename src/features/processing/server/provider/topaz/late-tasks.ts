// Tasks whose runs have ended without them (decisions 0140, 0265): the vendor ends them all the same, and is paid for it.
import { type LateOutcome, type LateResults, ProviderError, type ProviderRequest } from '../provider.ts'
import type { TaskStatus, TopazClient } from './topaz-client.ts'
import { TopazError } from './topaz-errors.ts'
import { type TopazGeneration, topazModelOf } from './topaz-models.ts'
import type { TopazTiming } from './topaz-timing.ts'

interface LateParts {
  readonly client: TopazClient
  readonly timing: TopazTiming
  readonly generation: TopazGeneration
  readonly fetch: (task: TaskStatus, request: ProviderRequest, signal: AbortSignal) => Promise<LateOutcome>
}

export function createLateTasks({ client, timing, generation, fetch }: LateParts): LateResults {
  return {
    longestMs: Math.max(timing.lateMs, timing.lateGenerativeMs),
    keptMs: timing.keptMs,
    watchMs: (modelKey) => (topazModelOf(generation, modelKey).isGenerative ? timing.lateGenerativeMs : timing.lateMs),
    async look({ remoteTaskId }, signal) {
      if (!remoteTaskId) return 'gone'
      try {
        const { status } = await client.status(remoteTaskId, signal)
        if (status === 'Completed') return 'ready'
        // At the run's end it may not have been asked to stop: the account was refused, or the line broke.
        if (status === 'Pending' && (await client.cancel(remoteTaskId, signal))) return 'gone'
        return status === 'Failed' || status === 'Cancelled' ? 'gone' : 'running'
      } catch (error) {
        if (error instanceof TopazError && error.status === 404) return 'gone'
        throw error
      }
    },
    async fetch(request, { remoteTaskId }, signal) {
      if (!remoteTaskId) throw new ProviderError('no task', 'other')
      const task = await client.status(remoteTaskId, signal)
      return fetch(task, request, signal)
    },
  }
}
