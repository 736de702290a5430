// How far another machine's clock is from ours: what is signed by ours is refused there when they are apart.

/** By the date of any answer at all; also shows that its certificate is good. Positive: theirs is ahead. */
export async function skewOf(address: string, timeoutMs: number): Promise<number> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
  await answer.body?.cancel()
  const theirs = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(theirs) ? 0 : theirs - Date.now()
}
