interface KeptFor {
  readonly answerMs: number
  readonly failureMs: number
}

/** Asks again only when the last answer, or the last failure, is older than this; who asks meanwhile gets the same one. */
export function keepAnswer<Answer>(ask: () => Promise<Answer>, keptFor: KeptFor): () => Promise<Answer> {
  let last: { readonly answer: Promise<Answer>; endsAtMs: number } | undefined
  return () => {
    const nowMs = performance.now()
    if (last && nowMs < last.endsAtMs) return last.answer
    const next = { answer: ask(), endsAtMs: nowMs + keptFor.answerMs }
    last = next
    next.answer.catch(() => {
      next.endsAtMs = nowMs + keptFor.failureMs
    })
    return next.answer
  }
}
