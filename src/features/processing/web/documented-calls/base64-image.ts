// Pictures as base64 text, the way the documented processing calls carry them (document 2 §7).

/** A multiple of three bytes, so that the pieces' texts can be joined; small enough to be spread as arguments. */
const PIECE_BYTES = 3 * 8192
/** Base64 of the eight bytes that open every PNG. The documents name image/jpeg; our results are PNG. */
const PNG_START = 'iVBORw0KGgo'

export async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))))
  }
  return pieces.join('')
}

/** The picture of a `result`, a PNG or the documented JPEG. */
export function fromBase64(text: string): Blob {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return new Blob([bytes], { type: text.startsWith(PNG_START) ? 'image/png' : 'image/jpeg' })
}
