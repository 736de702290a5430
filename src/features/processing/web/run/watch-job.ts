// Following a job to its end (architecture §5 "watch"): the server's event stream; when it breaks, the same stream again;
// when it cannot be had at all (some proxies hold streams back), polling as documented.
// A phone that slept leaves a stream that is dead without saying so, therefore silence counts as a break.

import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { waitFor } from '#platform/web/http/wait-for.ts'
import { isFinalState } from '#rulebook/runs/job-states.ts'
import type { Job } from '../../contract.ts'
import { type GetJob, pollJob, type WatchOptions } from './poll-job.ts'

export interface WatchCalls extends GetJob {
  watch(input: { id: string }, options: { signal: AbortSignal }): Promise<AsyncIterable<Job>>
}

/** Streams in a row that brought nothing before polling takes over. */
const MAX_EMPTY_STREAMS = 2
const SILENCE_MS = 20_000
const RECONNECT_DELAY_MS = 1000

/** The job in its final state; `onJob` sees every state before it. Throws what `pollJob` throws. */
export async function watchJob(calls: WatchCalls, id: string, options: WatchOptions): Promise<Job> {
  const { signal } = options
  for (let emptyStreams = 0; emptyStreams < MAX_EMPTY_STREAMS; ) {
    const { last, error } = await followStream(calls, id, options)
    if (last && isFinalState(last.status)) return last
    if (signal.aborted || isRefusal(error)) throw error ?? signal.reason
    emptyStreams = last ? 0 : emptyStreams + 1
    await waitFor(RECONNECT_DELAY_MS * 2 ** emptyStreams, signal)
  }
  return pollJob(calls, id, options)
}

/** One stream until its end: the last state that it brought, and why it broke. */
async function followStream(calls: WatchCalls, id: string, { signal, onJob }: WatchOptions) {
  const stream = new AbortController()
  const stop = () => stream.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let silence = setTimeout(stop, SILENCE_MS)
  let last: Job | undefined
  try {
    for await (const job of await calls.watch({ id }, { signal: stream.signal })) {
      clearTimeout(silence)
      silence = setTimeout(stop, SILENCE_MS)
      last = job
      onJob(job)
      if (isFinalState(job.status)) break
    }
    return { last }
  } catch (error) {
    return { last, error }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
  }
}
