// The id under which a browser tries the product without an account (document 2 §6, §7; C-36): a random number made once and
// kept in local storage. Nothing about the person or the device goes into it; clearing the storage makes a new one.
import { FINGERPRINT_KEY } from '#rulebook/pictures/browser-storage.ts'

let unstored: string | undefined

/** The same for as long as the browser keeps its storage; without storage, until the page is left. */
export function browserFingerprint(): string {
  try {
    const stored = localStorage.getItem(FINGERPRINT_KEY)
    if (stored) return stored
    const made = randomId()
    localStorage.setItem(FINGERPRINT_KEY, made)
    return made
  } catch {
    unstored ??= randomId()
    return unstored
  }
}

/** `crypto.randomUUID` exists on secure origins only. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
