// The log: one JSON line per event on standard output, without passwords, codes, keys or signed addresses (architecture §6).
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'code',
  'token',
  'access_token',
  'key',
  'apikey',
  'secret',
  'signature',
]
const SECRET_PATHS = [
  ...SECRET_NAMES.flatMap((name) => [name, `*.${name}`]),
  'headers["set-cookie"]',
  '*.headers.cookie',
  '*.headers.authorization',
  '*.headers.apikey',
]

/** `level` is one of pino's, or `silent`; `destination` is for tests. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
    serializers: { err: describeFailure },
    hooks: { streamWrite: escapeControls, logMethod: logShort },
  }
  return destination ? pino(options, destination) : pino(options)
}

// JSON escapes only characters below a space: in untrusted input (names of queries, headers in Latin-1), C1 controls would control the
// terminal that shows the log, and bidirectional marks or line separators would rearrange the output.
const CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const escapeControls = (line: string): string =>
  line.replace(CONTROLS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

// TRAP: drizzle writes a failed statement's values into the error's message, PostgreSQL the offending row into `detail`: addresses,
// codes, password hashes. Both stay out.
const STATEMENT_VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/g
/** The text without the values of a statement. */
export const hideStatementValues = (text: string): string => text.replace(STATEMENT_VALUES, '')
/** By what name in the log: `code` is hidden anywhere in a line, and a failure's (SQLSTATE, ECONNREFUSED) is what an operator looks for. */
const KEPT_FIELDS = { code: 'errorCode', constraint: 'constraint', table: 'table', syscall: 'syscall' } as const

/** TRAP: libraries put what a caller sent into their messages: an address of 1 MB, once a second, is 170 GB of log a day. */
const TEXT_MAX_CHARACTERS = 4000
const cutText = (text: string): string =>
  text.length <= TEXT_MAX_CHARACTERS
    ? text
    : `${text.slice(0, TEXT_MAX_CHARACTERS)}… (${text.length - TEXT_MAX_CHARACTERS} more)`

function logShort(this: Logger, values: Parameters<LogFn>, log: LogFn): void {
  log.apply(this, values.map((value) => (typeof value === 'string' ? cutText(value) : value)) as typeof values)
}

function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const fields = Object.entries(KEPT_FIELDS).flatMap(([name, shown]) => {
    const value = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' ? [[shown, value]] : []
  })
  return {
    type: error.name,
    message: cutText(hideStatementValues(error.message)),
    stack: error.stack && cutText(hideStatementValues(error.stack)),
    ...Object.fromEntries(fields),
    ...(error.cause ? { cause: describeFailure(error.cause) } : {}),
  }
}

/** A path for the log: names of queries stay, values go, because addresses carry signatures, codes and tokens. */
export function withoutQueryValues(address: string): string {
  const [path = '', query] = address.split('?', 2)
  if (!query) return path
  const names = query.split('&').map((pair) => pair.split('=', 1)[0])
  return `${path}?${names.join('&')}`
}
