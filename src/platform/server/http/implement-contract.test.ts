// Who may make a call is stated in its contract, and the server's side can neither forget it nor choose another.
import { createRouterClient, type Router } from '@orpc/server'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { adminProcedure, publicProcedure, signedInProcedure, uncountedProcedure } from '#platform/procedures.ts'
import { implementContract } from './implement-contract.ts'
import type { CallContext } from './rpc-routes.ts'
import { ServiceError } from './service-error.ts'

const contract = {
  greeting: publicProcedure.output(z.string()),
  own: { name: signedInProcedure.input(z.object({ style: z.enum(['long', 'short']) })).output(z.string()) },
  numbers: adminProcedure.output(z.string()),
  look: signedInProcedure.route({ method: 'GET', path: '/look' }).output(z.string()),
  leave: uncountedProcedure.output(z.string()),
}
const calls = implementContract(contract, async ({ userId }) => {
  if (userId !== 'admin') throw new ServiceError('guard-not-admin')
  return userId
})
let answered = 0
const answer = (text: string): string => {
  answered += 1
  return text
}
const router = calls.router({
  greeting: calls.greeting.handler(() => answer('welcome')),
  own: { name: calls.own.name.handler(({ context }) => answer(context.userId)) },
  numbers: calls.numbers.handler(({ context }) => answer(context.adminId)),
  look: calls.look.handler(() => answer('seen')),
  leave: calls.leave.handler(() => answer('left')),
})
const counted: string[] = []
const countCall = async (userId: string) => void counted.push(userId)

const callerOf = (userId: string | null, of: Router<typeof contract, CallContext> = router) =>
  createRouterClient(of, { context: { userId, signInId: 'test', countCall } as CallContext })
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: Error) => error.message,
  )

describe('a call', () => {
  it('for everybody is answered to a visitor', async () => {
    expect(await callerOf(null).greeting()).toBe('welcome')
  })

  it('for signed-in people is refused to a visitor before its handler and its input are read', async () => {
    answered = 0
    expect(await codeOf(callerOf(null).own.name({ style: 'wide' as 'long' }))).toBe('login-required')
    expect(answered).toBe(0)
    expect(await callerOf('anna').own.name({ style: 'long' })).toBe('anna')
  })

  it('for administrators is refused to visitors and to everybody else, and names the one who makes it', async () => {
    answered = 0
    expect(await codeOf(callerOf(null).numbers())).toBe('login-required')
    expect(await codeOf(callerOf('anna').numbers())).toBe('guard-not-admin')
    expect(answered).toBe(0)
    expect(await callerOf('admin').numbers()).toBe('admin')
  })

  it('for administrators is refused to them as well where no admin check is configured', async () => {
    const unguarded = implementContract(contract)
    const numbers = unguarded.numbers.handler(() => answer('secret'))
    answered = 0
    const client = createRouterClient({ numbers }, { context: { userId: 'admin', signInId: 'test' } as CallContext })
    await expect(client.numbers()).rejects.toThrow('nobody can make a call')
    expect(answered).toBe(0)
  })
})

it("is counted towards the limit where it is a signed-in person's and no reading, and refused before its handler", async () => {
  counted.length = 0
  const anna = callerOf('anna')
  await anna.own.name({ style: 'long' })
  expect(counted).toEqual(['anna'])
  for (const call of [anna.look, anna.leave, anna.greeting, callerOf('admin').numbers]) await call()
  expect(counted).toEqual(['anna'])
  answered = 0
  const refuse = () => Promise.reject(new ServiceError('rate-limited', { limit: 1 }))
  const context = { userId: 'anna', signInId: 'test', countCall: refuse } as unknown as CallContext
  expect(await codeOf(createRouterClient(router, { context }).own.name({ style: 'long' }))).toBe('rate-limited')
  expect(answered).toBe(0)
})

it('has the person in its context only where the contract asks for one', () => {
  calls.greeting.handler(({ context }) => {
    expectTypeOf(context.userId).toEqualTypeOf<string | null>()
    return ''
  })
  calls.own.name.handler(({ context }) => {
    expectTypeOf(context.userId).toEqualTypeOf<string>()
    return ''
  })
  // @ts-expect-error a signed-in person is not an administrator
  calls.own.name.handler(({ context }) => context.adminId)
})
