// A storage that hangs holds no place longer than its run, and nobody's cancel waits for it; a result that is only slow is kept.
import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import {
  createTestUser,
  eventually,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

type Call = 'fetch' | 'store'
let service: TestService
/** What the next such call waits for. */
const waits = new Map<Call, Promise<void>>()
const reached = { fetch: 0, store: 0 }
const reach = async (call: Call) => {
  reached[call] += 1
  const wait = waits.get(call)
  waits.delete(call)
  await wait
}
/** What the engine was asked to make of results. */
const made: string[] = []
/** Who asks for it. */
let caller = new AbortController()
const asked = () => ({ signal: caller.signal })
interface Asked {
  readonly jobs: ReturnType<typeof jobsOf>
  readonly id: string
}
const never = () => new Promise<void>(() => {})
beforeAll(async () => {
  service = await openTestService({
    parallelJobs: 1,
    wrapStorage: (storage) => ({
      ...storage,
      fetchToFile: async (...words) => {
        await reach('fetch')
        return storage.fetchToFile(...words)
      },
      adoptFile: async (...words) => {
        if (words[0].endsWith('result.png')) await reach('store')
        return storage.adoptFile!(...words)
      },
    }),
    engine: {
      encode: async ({ targetPath }) => {
        made.push(targetPath)
        await writeFile(targetPath, 'encoded')
      },
      cutTiles: async ({ folder }) => {
        made.push(folder)
        throw new EngineError('corrupt')
      },
    },
  })
})
afterAll(() => service.close())
afterEach(() => waits.clear())

const jobsOf = (userId: string) => service.clientOf(userId).processing.jobs
async function started(): Promise<{ userId: string; id: string }> {
  const userId = await createTestUser(service.database)
  const { id } = await jobsOf(userId).start(await startInput(service, userId))
  return { userId, id }
}

it.each(['fetch', 'store'] as const)(
  'a %s that hangs: the cancel is answered, and the next run has the place',
  async (call) => {
    waits.set(call, never())
    const before = reached[call]
    const { userId, id } = await started()
    await expect.poll(() => reached[call]).toBe(before + 1)
    expect(await jobsOf(userId).cancel({ id })).toMatchObject({
      status: 'failed',
      error: { code: 'processing-cancelled' },
    })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    const next = await started()
    expect((await watchToEnd(service, next.userId, next.id)).at(-1)).toMatchObject({ status: 'completed' })
  },
)

it('a fetch that hangs ends with its limit', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = reached.fetch
  // The place is taken until the other run's limit is set.
  waits.set('fetch', promise)
  await started()
  await expect.poll(() => reached.fetch).toBe(before + 1)
  const { userId, id } = await started()
  await service.database.query(`update processing_history set deadline_at = now() + interval '2 s' where id = $1`, [id])
  waits.set('fetch', never())
  resolve()
  expect((await watchToEnd(service, userId, id)).at(-1)).toMatchObject({ error: { code: 'processing-timeout' } })
  expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
})

it('a result that is still being stored at the limit belongs to its owner', async () => {
  const first = Promise.withResolvers<void>()
  const slow = Promise.withResolvers<void>()
  waits.set('fetch', first.promise)
  await started()
  const { userId, id } = await started()
  await service.database.query(`update processing_history set deadline_at = now() + interval '2 s' where id = $1`, [id])
  await expect.poll(() => waits.has('fetch')).toBe(false)
  // The store of the run before is held until the next one's is to be slow.
  const other = Promise.withResolvers<void>()
  waits.set('store', other.promise)
  first.resolve()
  await expect.poll(() => waits.has('store'), { timeout: 20_000 }).toBe(false)
  waits.set('store', slow.promise)
  other.resolve()
  await expect.poll(() => waits.has('store'), { timeout: 20_000 }).toBe(false)
  const isOver = `select deadline_at < now() - interval '300 ms' as over from processing_history where id = $1`
  await eventually(
    () => service.database.query<{ over: boolean }>(isOver, [id]),
    ([row]) => row!.over,
  )
  slow.resolve()
  const last = await eventually(
    () => jobsOf(userId).get({ id }),
    ({ result }) => result !== null,
  )
  expect(last.result).toMatchObject({ width: 64, height: 48 })
})

it.each([
  [
    'for a file of another format',
    ({ jobs, id }: Asked) => jobs.export({ id, format: 'jpeg', quality: 'high' }, asked()),
  ],
  ['to be cut into tiles', ({ jobs, id }: Asked) => jobs.tiles({ id }, asked())],
] as const)('who leaves while a result is fetched %s gives the turn to the next', async (_what, ask) => {
  const [one, other] = [await started(), await started()]
  for (const { userId, id } of [one, other]) await watchToEnd(service, userId, id)
  await service.database.query('update processing_history set result_width = 9000, result_height = 9000')
  waits.set('fetch', never())
  const before = reached.fetch
  caller = new AbortController()
  const left = ask({ jobs: jobsOf(one.userId), id: one.id })
  await expect.poll(() => reached.fetch).toBe(before + 1)
  caller.abort()
  await expect(left).rejects.toThrow()
  caller = new AbortController()
  made.length = 0
  await ask({ jobs: jobsOf(other.userId), id: other.id })
  expect(made).toHaveLength(1)
})
