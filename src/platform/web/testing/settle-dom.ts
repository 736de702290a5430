// Runs around every unit test file (vitest.config.ts): a file with a document ends only when nothing is left that would ask for it, and leaves
// what it shares with the files after it (decision 0213) as it was: clocks, globals, the document, storage, the address.
// TRAP: @mantine/hooks reads the document 10 ms after a dialog closed, and React defers work; both would find it gone. A hook that is
// registered inside another hook, as this one once was, never runs.
import { afterAll, vi } from 'vitest'

/** Longer than the timers that the component library leaves behind when a dialog or menu goes. */
const LAST_TIMERS_MS = 100
const LAST_TURNS = 3
/** Node's, which tests have and browsers do not. */
declare const setImmediate: (done: (value: unknown) => void) => void
/** Taken before a test puts false clocks in their place. */
const [laterMs, nextTurn] = [setTimeout, setImmediate]

/** How long a test waits for what it looks for: on a machine with other work a second, the library's own, is not enough. */
const ASYNC_TIMEOUT_MS = 15_000

const isDom = typeof document !== 'undefined'
if (isDom) (await import('@testing-library/react')).configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS })

afterAll(async () => {
  if (isDom) await settle()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  if (isDom) emptyWindow()
})

async function settle(): Promise<void> {
  ;(await import('@testing-library/react')).cleanup()
  await new Promise((resolve) => laterMs(resolve, LAST_TIMERS_MS))
  // On a busy machine that timer comes before the work that React has put off with setImmediate.
  for (let turn = 0; turn < LAST_TURNS; turn++) await new Promise((resolve) => nextTurn(resolve))
}

function emptyWindow(): void {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}
