// A pause that a signal can end (the timers of the browser know no signals).

/** Resolves after the time; rejects with the signal's reason when it fires first. */
export function waitFor(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(reasonOf(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, durationMs)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Safari 14 has no `reason`. */
export const reasonOf = (signal?: AbortSignal): unknown => signal?.reason ?? new DOMException('aborted', 'AbortError')
