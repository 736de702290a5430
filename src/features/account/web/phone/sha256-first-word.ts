// The first 32 bits of a SHA-256 (FIPS 180-4), for the work before an SMS, an account or a sign-in. The browser's own `crypto.subtle` answers through
// a promise each time, which is slower than the hash itself, and is absent on plain HTTP. Tested against Node's.

const ROUNDS = 64
const BLOCK_BYTES = 64

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

const encoder = new TextEncoder()
const state = new Int32Array(8)

/** As an unsigned number. Addresses make texts of several blocks. */
export function sha256FirstWord(text: string): number {
  const bytes = encoder.encode(text)
  state.set(START)
  const blocks = ((bytes.length + 8) >> 6) + 1
  for (let block = 0; block < blocks; block += 1) {
    fillBlock(bytes, block * BLOCK_BYTES, block === blocks - 1)
    for (let t = 16; t < ROUNDS; t += 1) {
      const early = words[t - 15]!
      const late = words[t - 2]!
      const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
      const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
      words[t] = (words[t - 16]! + sigma0 + words[t - 7]! + sigma1) | 0
    }
    compress()
  }
  return state[0]! >>> 0
}

/** One block of the padded text: its bytes, a one bit, zeros; in the last block its length in bits. */
function fillBlock(bytes: Uint8Array, from: number, isLast: boolean): void {
  words.fill(0, 0, 16)
  for (let at = from; at < from + BLOCK_BYTES && at <= bytes.length; at += 1) {
    const place = at - from
    words[place >> 2]! |= (bytes[at] ?? 0x80) << (24 - (place & 3) * 8)
  }
  if (isLast) words[15] = bytes.length * 8
}

/** Adds what all rounds make of the block to the state. */
function compress(): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
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
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at]! += value
}
