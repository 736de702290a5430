/** How a call ended: `ok`, or the code of its refusal. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  )
