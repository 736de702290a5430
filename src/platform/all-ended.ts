/**
 * As `Promise.all`, but only once all have ended: what goes on after the failure of another would work on files that are being taken away. The first
 * failure in their order is thrown.
 */
export async function allEnded<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
