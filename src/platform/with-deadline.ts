/** Rejects with the error of `tooLate` when the work takes longer; the work itself goes on. */
export async function withDeadline<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  tooLate: () => Error,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), timeoutMs)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}
