// The first 32 bits of a SHA-256 (FIPS 180-4) of a short text, for the work before an SMS. The browser's own `crypto.subtle` answers through
// a promise each time, which is slower than the hash itself, and is absent on plain HTTP. Tested against Node's.

const ROUNDS = 64
/** Texts of at most this many bytes fit one block. */
export const MAX_TEXT_BYTES = 55

const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0
const PRIMES = firstPrimes(ROUNDS)
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
const words = new Int32Array(ROUNDS)

/** `text` is ASCII and at most MAX_TEXT_BYTES long. As an unsigned number. */
export function sha256FirstWord(text: string): number {
  fillBlock(text)
  for (let t = 16; t < ROUNDS; t += 1) {
    const early = words[t - 15]!
    const late = words[t - 2]!
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[t] = (words[t - 16]! + sigma0 + words[t - 7]! + sigma1) | 0
  }
  return (START[0]! + compress()) >>> 0
}

/** One padded block: text, a one bit, zeros, length in bits. */
function fillBlock(text: string): void {
  words.fill(0, 0, 16)
  for (let n = 0; n < text.length; n += 1) words[n >> 2]! |= text.charCodeAt(n) << (24 - (n & 3) * 8)
  words[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8)
  words[15] = text.length * 8
}

/** The first working variable after all rounds. */
function compress(): number {
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number]
  for (let t = 0; t < ROUNDS; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t]! + words[t]!) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return a
}
