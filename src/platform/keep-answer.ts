/** Asks again only after `keptMs` since it asked last; who asks meanwhile gets the same answer, or the same failure. */
export function keepAnswer<Answer>(ask: () => Promise<Answer>, keptMs: number): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; readonly askedAtMs: number } | undefined
  return () => {
    const nowMs = performance.now()
    if (!last || nowMs - last.askedAtMs >= keptMs) last = { answer: ask(), askedAtMs: nowMs }
    return last.answer
  }
}
