// Tasks whose runs are over their limit (decision 0140): the vendor ends them all the same, and is paid for it.
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
    watchMs: (modelKey) => (topazModelOf(generation, modelKey).isGenerative ? timing.lateGenerativeMs : timing.lateMs),
    async look({ remoteTaskId }, signal) {
      if (!remoteTaskId) return 'gone'
      try {
        const { status } = await client.status(remoteTaskId, signal)
        if (status === 'Completed') return 'ready'
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
