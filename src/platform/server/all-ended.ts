/**
 * As `Promise.all`, but only once all have ended: what goes on after the failure of another would work on files that are being taken away. The first
 * failure in their order is thrown.
 */
export async function allEnded<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  const ends = await Promise.allSettled(works)
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  return values as { -readonly [Index in keyof Works]: Awaited<Works[Index]> }
}
