// Work that can wait until the page has nothing better to do.

/** For browsers without requestIdleCallback (Safari). */
const OTHERWISE_AFTER_MS = 1000

/** Calls once; the returned function cancels it. */
export function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, OTHERWISE_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act)
  return () => cancelIdleCallback(request)
}
