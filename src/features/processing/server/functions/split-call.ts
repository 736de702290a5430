// The body of a documented call, split while it arrives: the characters of its `image` go to a sink, everything else is kept as a small
// JSON text. So a call of 70 MB costs the memory of one chunk. Only the outermost object is looked at; a second `image` is refused.
import { StringDecoder } from 'node:string_decoder'
import { ServiceError } from '#platform/server/http/service-error.ts'

/** All of a call but its picture. */
const MAX_REST_CHARACTERS = 64 * 1024
const IMAGE_KEY = '"image"'
const QUOTE_OR_BACKSLASH = /["\\]/g
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

export interface CallSplitter {
  /** Characters of the picture that this chunk brought. Throws ServiceError `invalid-request`. */
  push(chunk: Uint8Array): string
  /** The body with the picture replaced by an empty string. */
  end(): string
}

type State = 'plain' | 'string' | 'image'

export function createCallSplitter(): CallSplitter {
  const decoder = new StringDecoder('utf8')
  let state: State = 'plain'
  let rest = ''
  let depth = 0
  let escaped = ''
  let hasImage = false

  const keep = (text: string) => {
    rest += text
    if (rest.length > MAX_REST_CHARACTERS) throw new ServiceError('invalid-request')
  }
  /** A text is about to begin: is it the value of the outermost `image`? */
  const isImageValue = () => depth === 1 && /"image"\s*:\s*$/.test(rest.slice(-64)) && isKey(rest)
  const plain = (letter: string) => {
    if (letter === '"') {
      if (isImageValue()) {
        if (hasImage) throw new ServiceError('invalid-request')
        hasImage = true
        keep('""')
        state = 'image'
        return
      }
      state = 'string'
    } else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    keep(letter)
  }
  const string = (letter: string) => {
    keep(letter)
    if (escaped) escaped = ''
    else if (letter === '\\') escaped = letter
    else if (letter === '"') state = 'plain'
  }
  /** The character of an escape sequence inside the picture's text. */
  const image = (letter: string): string => {
    if (escaped) return unescaped(letter)
    if (letter === '\\') escaped = letter
    else if (letter === '"') state = 'plain'
    else return letter
    return ''
  }
  const unescaped = (letter: string): string => {
    escaped += letter
    if (escaped[1] === 'u' && escaped.length < 6) return ''
    const code =
      escaped[1] === 'u' ? String.fromCharCode(Number.parseInt(escaped.slice(2), 16)) : (ESCAPES[letter] ?? letter)
    escaped = ''
    return code
  }
  return {
    push(chunk) {
      const text = decoder.write(chunk as Buffer)
      const parts: string[] = []
      for (let at = 0; at < text.length; at += 1) {
        if (state === 'image' && !escaped) {
          const end = plainEnd(text, at)
          if (end > at) parts.push(text.slice(at, end))
          at = end
          if (at === text.length) break
        }
        if (state === 'plain') plain(text[at]!)
        else if (state === 'string') string(text[at]!)
        else parts.push(image(text[at]!))
      }
      return parts.join('')
    },
    end: () => rest,
  }
}

/** The key stands after `{` or `,`: a value "image" of another key is followed by no colon, so only this needs a look. */
const isKey = (rest: string): boolean => /[{,]\s*$/.test(rest.slice(0, rest.lastIndexOf(IMAGE_KEY)).slice(-64))

/** Where the run of characters without a quote or a backslash ends. One look at each character, however many of them are escapes. */
function plainEnd(text: string, start: number): number {
  QUOTE_OR_BACKSLASH.lastIndex = start
  return QUOTE_OR_BACKSLASH.exec(text)?.index ?? text.length
}
