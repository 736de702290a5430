// Untrusted JSON: counted before it is parsed, so that neither its depth nor the number of its values can block other requests
// (measured: 990 KB of names in brackets blocked the event loop for 5 to 20 s).
import { JSON_BODY } from '#rulebook/site/request-limits.ts'
import { ServiceError } from './service-error.ts'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
/** Values are counted by their separators. */
const BETWEEN = new Set([0x2c, 0x3a])
/** No text of ours holds it, and PostgreSQL takes none that does. */
const NUL = /\\u0000/

/** Throws ServiceError `body-too-complex` or `invalid-request`. */
export function parseBounded(text: string): unknown {
  demandBoundedJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('invalid-request')
  }
}

/** Scans without parsing; invalid JSON is left to the parser. Throws ServiceError. */
export function demandBoundedJson(text: string): void {
  demandSimple(text)
  if (text.includes('\0') || (NUL.test(text) && hasNul(text))) throw new ServiceError('invalid-request')
}

function demandSimple(text: string): void {
  let depth = 0
  let values = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isString = false
    } else if (code === QUOTE) isString = true
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    else if (BETWEEN.has(code)) values += 1
    if (depth > JSON_BODY.maxDepth || values > JSON_BODY.maxValues) throw new ServiceError('body-too-complex')
  }
}

/** `\\u0000` is a backslash and five letters; an odd number of backslashes makes the character. */
const hasNul = (text: string): boolean => /(?:^|[^\\])(?:\\\\)*\\u0000/.test(text)
