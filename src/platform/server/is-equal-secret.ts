import { timingSafeEqual } from 'node:crypto'

/** Compares a given signature or code with ours in constant time. Its length is not secret. */
export function isEqualSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [left, right] = [Buffer.from(given as string), Buffer.from(expected as string)]
  return left.length === right.length && timingSafeEqual(left, right)
}
