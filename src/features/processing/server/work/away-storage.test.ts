// A storage that is away for a moment ends no run: what was computed is stored when it is back, is computed once and paid once.
import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { type ObjectStorage, StorageError } from '#platform/server/storage/object-storage.ts'
import { openS3Storage } from '#platform/server/storage/s3/s3-storage.ts'
import { type Fault, type FaultyLine, startFaultyLine } from '#platform/server/storage/s3/testing/faulty-line.ts'
import { type PrivateS3, startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import {
  createTestUser,
  openTestService,
  readMoney,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

type Call = 'fetch' | 'store'

/** As an adapter says it whose server refuses every connection. */
class ServerError extends StorageError {
  readonly isAway: boolean
  constructor(isAway: boolean) {
    super('no answer', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })
    this.isAway = isAway
  }
}

let failing: { readonly call: Call; readonly isAway: boolean; times: number } | undefined
const fail = (call: Call) => {
  if (failing?.call !== call || failing.times === 0) return
  failing.times -= 1
  throw new ServerError(failing.isAway)
}
const faulty = (storage: ObjectStorage): ObjectStorage => ({
  ...storage,
  fetchToFile: async (...words) => {
    fail('fetch')
    return storage.fetchToFile(...words)
  },
  adoptFile: async (...words) => {
    if (words[0].endsWith('result.png')) fail('store')
    return storage.adoptFile!(...words)
  },
})

/** A run from its start to its end, and how often it was computed. */
async function run(service: TestService, storage = service.storage, prepare = async (_id: string) => {}) {
  const { database, provider } = service
  const userId = await createTestUser(database)
  const before = provider.requests.length
  const { id } = await service.clientOf(userId).processing.jobs.start(await startInput({ database, storage }, userId))
  await prepare(id)
  const last = (await watchToEnd(service, userId, id)).at(-1)!
  const [row] = await database.query<{ attempts: number }>('select attempts from processing_history where id = $1', [
    id,
  ])
  const computed = provider.requests.length - before
  return { last, computed, attempts: row!.attempts, money: await readMoney(database, userId) }
}
const DONE_ONCE = {
  last: { status: 'completed', creditsConsumed: 2 },
  computed: 1,
  attempts: 1,
  money: { balance: 3, ledger: 3 },
}

describe('a storage that answers nothing for a while', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ wrapStorage: faulty })
  })
  afterAll(() => service.close())
  afterEach(() => {
    failing = undefined
  })

  it.each(['fetch', 'store'] as const)('is asked again: %s', async (call) => {
    failing = { call, isAway: true, times: 3 }
    expect(await run(service)).toMatchObject(DONE_ONCE)
    expect(failing.times).toBe(0)
  })

  it('that refuses ends the run, which is not taken for a line to the database that broke', async () => {
    failing = { call: 'store', isAway: false, times: 10 }
    expect(await run(service)).toMatchObject({
      last: { status: 'failed', error: { code: 'unexpected' } },
      computed: 1,
      attempts: 1,
      money: { balance: 5, ledger: 5 },
    })
    expect(failing.times).toBe(9)
  })

  it('and is away until the limit: the run says so, and costs nothing', async () => {
    const later = await openTestService({ wrapStorage: faulty, hasWorker: false })
    failing = { call: 'fetch', isAway: true, times: 1000 }
    const setLimit = async (id: string) => {
      await later.database.query(`update processing_history set deadline_at = now() + interval '3 s' where id = $1`, [
        id,
      ])
      await later.processing.startWorker()
    }
    expect(await run(later, later.storage, setLimit)).toMatchObject({
      last: { status: 'failed', error: { code: 'processing-timeout' } },
      computed: 0,
      money: { balance: 5, ledger: 5 },
    })
    await later.close()
  })
})

const whyNot = process.env.TEST_DATABASE_URL ? 'no database is in them, and they ran on the other one' : whyNoS3()
if (whyNot) console.log(`The tests of runs with an S3 server are skipped: ${whyNot}.`)

describe.skipIf(whyNot)('an S3 server that is away longer than one call tries', () => {
  let server: PrivateS3
  let line: FaultyLine
  let storage: ObjectStorage
  let service: TestService
  beforeAll(async () => {
    server = await startPrivateS3()
    line = await startFaultyLine(server.endpoint)
    const open = (endpoint: string) =>
      openS3Storage(
        {
          endpoint,
          publicEndpoint: endpoint,
          bucket: 'runs',
          region: 'us-east-1',
          style: 'path',
          credentials: server.credentials,
        },
        systemClock,
      )
    storage = await open(server.endpoint)
    const behindLine = await open(line.endpoint)
    service = await openTestService({ wrapStorage: () => behindLine })
  })
  afterAll(async () => {
    await service?.close()
    line?.close()
    await server?.stop()
  })

  const fetching = ({ method, url }: IncomingMessage) => method === 'GET' && url!.includes('/uploads/')
  const storing = ({ method, url }: IncomingMessage) => method === 'PUT' && url!.includes('result.png')
  const cases: [string, (request: IncomingMessage) => boolean, Fault][] = [
    ['restarts while the picture is fetched', fetching, 'reset'],
    ['is busy while the picture is fetched', fetching, '503'],
    ['restarts while the result is stored', storing, 'reset'],
    ['is busy while the result is stored', storing, '503'],
    ['does not answer that it has the result', storing, 'lost'],
  ]
  it.each(cases)('%s', async (_title, isMeant, fault) => {
    line.fail(isMeant, fault, 7)
    const asked = line.seen.length
    expect(await run(service, storage)).toMatchObject(DONE_ONCE)
    expect(line.seen.length - asked).toBeGreaterThan(7)
  })
})
