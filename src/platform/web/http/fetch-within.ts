// One request with the documents' limit of 60 s until its answer begins (document 1 §7, §9; HTTP-02): an event stream may then last.
// `AbortSignal.timeout` and `.any` are missing in the oldest browsers served here.
import { HTTP_TIMEOUT_MS } from '#rulebook/site/timing.ts'
import { reasonOf } from './wait-for.ts'

/** Throws what `fetch` throws, a `TimeoutError`, or the signal's reason. */
export async function fetchWithin(
  target: string | URL | Request,
  init: RequestInit = {},
  timeoutMs: number = HTTP_TIMEOUT_MS,
): Promise<Response> {
  const signal = init.signal ?? (target instanceof Request ? target.signal : undefined)
  const control = new AbortController()
  const stop = () => control.abort(reasonOf(signal))
  const timer = setTimeout(() => control.abort(new DOMException('timeout', 'TimeoutError')), timeoutMs)
  // Stays after the answer has begun: an abort then also ends its body.
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    return await fetch(target, { ...init, signal: control.signal })
  } finally {
    clearTimeout(timer)
  }
}
