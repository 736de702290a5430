// Whatever a library prints goes through the log and its redaction (architecture §6). Measured on Better Auth: a failed statement of an auth
// route came out on standard error with its parameters, the reset token and the password's hash.
import { inspect } from 'node:util'
import { hideStatementValues, type Log } from './log.ts'

const LEVELS = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug', trace: 'debug' } as const
const LONGEST_LINE = 2000

/** Returns a function that restores the console. */
export function sendConsoleToLog(log: Log): () => void {
  const before = { ...console }
  for (const [name, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, 'error'][]) {
    console[name] = (...printed: unknown[]) => {
      const err = printed.find((part) => part instanceof Error)
      const text = printed.filter((part) => part !== err).map(textOf)
      log[level]({ part: 'console', ...(err ? { err } : {}) }, text.join(' ').slice(0, LONGEST_LINE))
    }
  }
  return () => void Object.assign(console, before)
}

/** Anything but plain text leaves only its shape: contents of objects are not vetted. */
const textOf = (part: unknown): string =>
  typeof part === 'string' ? hideStatementValues(part) : inspect(part, { depth: -1 })
