/** For optional state in the browser's storage: some browsers forbid storage, and every access throws then. */
export function unlessForbidden<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
