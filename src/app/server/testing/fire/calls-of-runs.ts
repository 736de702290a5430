// Uploads, runs, shared results, and the documented functions.
import { createProviderHints } from '#features/processing/server/provider/provider-hints.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { asPerson, type WorldCall } from './as-person.ts'
import type { CallRequest } from './fire-call.ts'
import { type FirePerson, type FireWorld, rpcRequest } from './fire-world.ts'
import { ended, finishedRun, hangingRun, pictureForm, readyToStart } from './pictures.ts'
import { CONSENT, pictureBytes } from './sample-parts.ts'

const CANCELLED_MS = 1500
const FINGERPRINT = 'x-browser-fingerprint'

/** The call starts a run of this person, whose end belongs to it. */
const starting = (
  name: string,
  request: (world: FireWorld, person: FirePerson) => Promise<CallRequest>,
  traits: Omit<WorldCall, 'name' | 'prepare'> = {},
): WorldCall => ({
  ...traits,
  name,
  prepare: async (world) => {
    const person = await world.newcomer()
    return { request: await request(world, person), settled: () => ended(world, person.userId) }
  },
})

const ofUpload = (place: string, more: object = {}): WorldCall =>
  asPerson(place, async ({ foundation }, { userId }) => ({ id: await createTestUpload(foundation, userId), ...more }))
const ofResult = (place: string, more: object = {}): WorldCall =>
  asPerson(place, async (world, person) => ({ id: (await finishedRun(world, person)).jobId, ...more }))

async function trialPicture({ stranger, send }: FireWorld) {
  const headers = { ...stranger().headers, [FINGERPRINT]: crypto.randomUUID() }
  const answer = await send({
    method: 'POST',
    path: '/api/trial-uploads',
    headers,
    body: await pictureForm({ purpose: 'home' }),
  })
  return { headers, id: ((await answer.json()) as { id: string }).id }
}

const UPLOADS: readonly WorldCall[] = [
  {
    name: 'POST /api/uploads',
    prepare: async ({ newcomer }) => {
      const { headers } = await newcomer()
      return {
        request: { method: 'POST', path: '/api/uploads', headers, body: await pictureForm({ purpose: 'main' }) },
      }
    },
  },
  {
    name: 'POST /api/trial-uploads',
    prepare: async ({ stranger }) => {
      const headers = { ...stranger().headers, [FINGERPRINT]: crypto.randomUUID() }
      return {
        request: { method: 'POST', path: '/api/trial-uploads', headers, body: await pictureForm({ purpose: 'home' }) },
      }
    },
  },
  {
    name: 'rpc processing.uploads.claimTrial',
    prepare: async (world) => {
      const { headers, id } = await trialPicture(world)
      const person = await world.newcomer()
      const asBrowser = { headers: { ...person.headers, [FINGERPRINT]: headers[FINGERPRINT]! } }
      return { request: rpcRequest('processing.uploads.claimTrial', asBrowser, { id }) }
    },
  },
  ofUpload('processing.uploads.tiles'),
  ofUpload('processing.uploads.view'),
]

const RUNS: readonly WorldCall[] = [
  asPerson('processing.consent.give', () => CONSENT),
  asPerson('processing.consent.revoke', async (_, { api }) => void (await api.processing.consent.give(CONSENT))),
  starting('rpc processing.jobs.start', async (world, person) =>
    rpcRequest('processing.jobs.start', person, await readyToStart(world, person)),
  ),
  {
    name: 'rpc processing.jobs.cancel',
    differs: /^processing_history: /,
    prepare: async (world) => {
      const person = await world.newcomer()
      const request = rpcRequest('processing.jobs.cancel', person, { id: await hangingRun(world, person) })
      // It goes on where the call failed.
      return { request, settled: () => ended(world, person.userId, CANCELLED_MS).catch(() => undefined) }
    },
  },
  asPerson('processing.quote', async (world, person) => readyToStart(world, person)),
  asPerson('processing.drawPatch', async (world, person) => readyToStart(world, person)),
  ofResult('processing.jobs.tiles'),
  ofResult('processing.jobs.view'),
  ofResult('processing.jobs.export', { format: 'jpeg', quality: 'high' }),
  {
    name: 'POST /api/providers/topaz/notices/:jobId/:token',
    prepare: async (world) => {
      const { database, settings } = world.foundation
      const { publicOrigin, secret } = settings
      const { jobId } = await finishedRun(world, await world.newcomer())
      const { pathname } = new URL(createProviderHints({ database, secret, publicOrigin }).addressOf(jobId))
      return { request: { method: 'POST', path: pathname, headers: world.stranger().headers } }
    },
  },
]

const SHARES: readonly WorldCall[] = [
  asPerson('processing.shares.create', async (world, person) => {
    const { jobId } = await finishedRun(world, person)
    return { jobId, days: 7, allowsDownload: false }
  }),
  asPerson('processing.shares.revoke', async (world, person) => {
    const { jobId } = await finishedRun(world, person)
    const { id } = await person.api.processing.shares.create({ jobId, days: 7, allowsDownload: false })
    return { id }
  }),
]

/** Without a key of its own a call is known by its content: made again within minutes it is the same run (start-call.ts). */
const calling = (name: string, functionType: string): WorldCall =>
  starting(`POST /api/functions/${name}`, async (world, person) => {
    world.provider.next({})
    await person.api.processing.consent.give(CONSENT)
    await world.query(
      `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, 'grant', 50, 50, 'fire')`,
      person.userId,
    )
    const image = (await pictureBytes('jpeg')).toString('base64')
    return { method: 'POST', path: `/api/functions/${name}`, headers: person.headers, body: { functionType, image } }
  })

export const CALLS_OF_RUNS: readonly WorldCall[] = [
  ...UPLOADS,
  ...RUNS,
  ...SHARES,
  calling('topaz-process', 'enhance'),
  calling('topaz-process-async', 'enhance-generative'),
]
