/** For what is kept in the browser and nothing may break over: some browsers forbid storage, and every access throws then. */
export function unlessForbidden<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
