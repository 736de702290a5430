// A signal skips every `finally`: what a command must not leave on the disk is removed by its handler, too.
import { constants } from 'node:os'

/** Runs `work`, then `clear`; at Ctrl-C and SIGTERM `clear` at once, and the process ends. For commands: a service stops in its own way. */
export async function clearedAtSignals<Result>(clear: () => void, work: () => Promise<Result>): Promise<Result> {
  const endBy = (signal: NodeJS.Signals) => {
    clear()
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endBy)
  try {
    return await work()
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endBy)
    clear()
  }
}
