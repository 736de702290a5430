// Hash work: bounded, before the transaction, and the same for known and unknown addresses.

import { type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSemaphore } from '#platform/server/semaphore.ts'
import { openTestAccounts, type TestAccounts } from '../testing/test-accounts.ts'
import { passwordHash } from './password-hash.ts'

const work = vi.hoisted(() => ({ hashes: 0, checks: 0 }))
vi.mock('better-auth/crypto', async (original) => {
  const real = await original<typeof import('better-auth/crypto')>()
  return {
    ...real,
    hashPassword: (password: string) => {
      work.hashes++
      return real.hashPassword(password)
    },
    verifyPassword: (data: { hash: string; password: string }) => {
      work.checks++
      return real.verifyPassword(data)
    },
  }
})

let service: TestAccounts
beforeAll(async () => {
  service = await openTestAccounts({ mailDelivers: true })
  await service.openBrowser().signUp('known@example.com')
})
afterAll(() => service.close())
beforeEach(() => {
  work.hashes = 0
  work.checks = 0
})
const workOf = async (act: () => Promise<unknown>): Promise<number> => {
  const before = work.hashes + work.checks
  await act()
  return work.hashes + work.checks - before
}

describe('known and unknown addresses cost the same', () => {
  it('at the login: one hash each', async () => {
    const signIn = (email: string) => workOf(() => service.openBrowser().signIn(email, 'wrong123'))
    expect([await signIn('known@example.com'), await signIn('unknown@example.com')]).toEqual([1, 1])
  })

  it('at the registration: one hash and one email each', async () => {
    const emails = () => service.emails.length
    const before = emails()
    const signUp = (email: string) => workOf(() => service.openBrowser().signUp(email))
    expect([await signUp('known@example.com'), await signUp('unknown@example.com')]).toEqual([1, 1])
    await expect.poll(emails).toBe(before + 2)
  })

  it('at the forgotten password: none', async () => {
    const forget = (email: string) => workOf(() => service.openBrowser().auth('/request-password-reset', { email }))
    expect([await forget('known@example.com'), await forget('unknown@example.com')]).toEqual([0, 0])
  })
})

it('is scrypt with 32 MB, a salt for each', async () => {
  const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)
  const cost = { N: 2 ** 14, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  const hashes = [await passwordHash.hash('lantern-4417'), await passwordHash.hash('lantern-4417')]
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) {
    const [salt, key] = hash.split(':')
    expect(salt).toMatch(/^[\da-f]{32}$/)
    expect(key).toBe((await derive('lantern-4417', salt!, 64, cost)).toString('hex'))
  }
})

it('never runs more than its number at once, in the order of arrival, and goes on after a failure', async () => {
  const inTurn = createSemaphore(2)
  const order: number[] = []
  let running = 0
  let most = 0
  const one = (n: number) =>
    inTurn(async () => {
      most = Math.max(most, ++running)
      order.push(n)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      if (n === 1) throw new Error('fails')
    })
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(one))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect([most, running]).toEqual([2, 0])
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
})
