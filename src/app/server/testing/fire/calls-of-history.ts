// The history, one's data as a whole, and merging two accounts.
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { TEST_PASSWORD } from '../test-person.ts'
import { asPerson, type WorldCall } from './as-person.ts'
import { type FirePerson, type FireWorld, rpcRequest } from './fire-world.ts'
import { finishedRun } from './pictures.ts'

const PASSWORD = { password: TEST_PASSWORD }
const uploadIdsOf = async (world: FireWorld, person: FirePerson) => [(await finishedRun(world, person)).uploadId]

/** The cookie that the primary account's browser got, in the other account's one. */
async function begunMerge(world: FireWorld) {
  const primary = await world.newcomer()
  const merged = await world.newcomer()
  await createTestUpload(world.foundation, merged.userId)
  const begun = await world.send(rpcRequest('merge.begin', primary, PASSWORD))
  const [ticket = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const { headers, cookie } = await world.anotherBrowser(merged)
  return { headers: { ...headers, cookie: `${cookie}; ${ticket}` } }
}

export const CALLS_OF_HISTORY: readonly WorldCall[] = [
  {
    name: 'rpc history.remove',
    between: 'files go behind the transaction; the next clean-up, or the night, completes it',
    prepare: async (world) => {
      const person = await world.newcomer()
      const input = { uploadIds: await uploadIdsOf(world, person) }
      return { request: rpcRequest('history.remove', person, input), settled: () => person.api.history.cleanup() }
    },
  },
  asPerson(
    'history.cleanup',
    async (world, person) => {
      const [id] = await uploadIdsOf(world, person)
      await world.query(`update user_uploads set created_at = now() - interval '31 days' where id = $1`, id)
      await world.query(
        `update processing_history set created_at = now() - interval '31 days' where upload_id = $1`,
        id,
      )
      return undefined
    },
    { between: 'files go between two transactions; the next clean-up completes it' },
  ),
  asPerson('history.archive', async (world, person) => {
    await world.query(`update user_profiles set user_type = 'vip' where id = $1`, person.userId)
    return { uploadIds: await uploadIdsOf(world, person) }
  }),
  asPerson('ownData.export', () => PASSWORD),
  // With the wish every session of the account ends.
  asPerson('ownData.deleteAccount', () => PASSWORD, { isDone: ['session-expired'] }),
  asPerson('merge.begin', () => PASSWORD),
  {
    name: 'rpc merge.confirm',
    // The account that asks is no more.
    isDone: ['session-expired', 'unauthorized'],
    prepare: async (world) => ({ request: rpcRequest('merge.confirm', await begunMerge(world)) }),
  },
  asPerson('merge.cancel'),
]
