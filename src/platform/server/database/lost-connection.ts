// Whether a failure was caused by a lost database connection and not by the statement: a restart, a failover, an administrator's
// `pg_terminate_backend` (decision 0110).
import { StorageError } from '../storage/object-storage.ts'

/** Ended by an administrator, by a crash, starting up; a line that broke; no place left for one. */
const SERVER_CODES = /^(?:57P0[123]|08[0-9A-Z]{3}|53300)$/
const LINE_CODES: readonly string[] = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']
/** node-postgres reports some by message only. */
const WORDS = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect|^timeout expired$/

export function isConnectionLost(error: unknown): boolean {
  // The line that broke there leads to the storage (decision 0267).
  if (!(error instanceof Error) || error instanceof StorageError) return false
  const { code } = error as NodeJS.ErrnoException
  const isKnown = typeof code === 'string' && (SERVER_CODES.test(code) || LINE_CODES.includes(code))
  return isKnown || WORDS.test(error.message) || isConnectionLost(error.cause)
}
