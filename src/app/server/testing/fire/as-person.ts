// The plainest situation: somebody new who is signed in, or an administrator, makes one call of the contract.
import type { FireCall } from './fire-call.ts'
import { type FirePerson, type FireWorld, rpcRequest } from './fire-world.ts'

export type WorldCall = FireCall<FireWorld>
type Traits = Omit<WorldCall, 'name' | 'prepare'>
type Input = (world: FireWorld, person: FirePerson) => unknown

export const asPerson = (place: string, input?: Input, traits: Traits = {}): WorldCall => ({
  ...traits,
  name: `rpc ${place}`,
  prepare: async (world) => {
    const person = await world.newcomer()
    return { request: rpcRequest(place, person, await input?.(world, person)) }
  },
})

/** Nobody is signed in. */
export const asStranger = (place: string, input: (world: FireWorld) => unknown, traits: Traits = {}): WorldCall => ({
  ...traits,
  name: `rpc ${place}`,
  prepare: async (world) => ({ request: rpcRequest(place, world.stranger(), await input(world)) }),
})

export const asAdmin = (place: string, input?: Input, traits: Traits = {}): WorldCall => ({
  ...traits,
  name: `rpc ${place}`,
  prepare: async (world) => {
    const admin = await world.admin()
    return { request: rpcRequest(place, admin, await input?.(world, admin)) }
  },
})
