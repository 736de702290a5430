import { timingSafeEqual } from 'node:crypto'

/** Compares a given signature or code with ours; the time says nothing about where they differ. Its length is no secret. */
export function isEqualSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const [left, right] = [Buffer.from(given as string), Buffer.from(expected as string)]
  return left.length === right.length && timingSafeEqual(left, right)
}
