// Setup of the server tests (vitest.config.ts): passwords are hashed at a thousandth of the cost. Hashing took a third of the processor
// time of the accounts' tests, and they ask who may come in, not what a guess costs. Processes that tests start,
// and the files of the project `server-alone`, hash as the product does.
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { vi } from 'vitest'

const MARK = 'cheap'
const KEY_BYTES = 16
const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt)
const keyOf = async (password: string): Promise<string> =>
  (await derive(password.normalize('NFKC'), MARK, KEY_BYTES, { N: 16 })).toString('hex')

vi.mock('better-auth/crypto', async (original) => {
  const real = await original<typeof import('better-auth/crypto')>()
  return {
    ...real,
    hashPassword: async (password: string) => `${MARK}:${await keyOf(password)}`,
    verifyPassword: async (data: { hash: string; password: string }) =>
      data.hash.startsWith(MARK) ? data.hash === `${MARK}:${await keyOf(data.password)}` : real.verifyPassword(data),
  }
})
