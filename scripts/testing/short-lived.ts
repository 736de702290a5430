// For Node processes that a test starts and soon ends.

/**
 * WebAssembly of the embedded database stays as it is compiled first. Compiling it a second time, better, costs 0.9 s of processor time in the first
 * seconds, and 800 small statements take 0.3 s either way (decision 0217).
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only']

/** What was compiled before (scripts/test.ts fills it), for processes that get an environment of their own. */
export const compiledBefore = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}
