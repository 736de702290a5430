// What is said of a result is what its run did: uploaded, computed by the real engine and read over HTTP.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { PARAMETERS } from '#rulebook/tools/parameters.ts'
import type { Upload } from '../../contract.ts'
import { createLocalProvider } from '../provider/local-provider.ts'
import { createProviders } from '../provider/providers.ts'
import { createTestUser, openTestService, startInput, type TestService, watchToEnd } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  const engine = createLocalEngine()
  service = await openTestService({
    engine,
    providers: () => createProviders({ byDefault: createLocalProvider(engine) }),
  })
})
afterAll(() => service.close())

async function upload(userId: string, bytes: Uint8Array, type: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'main')
  form.set('file', new Blob([bytes as never], { type }), 'picture')
  const headers = { authorization: `Bearer ${userId}` }
  const response = await fetch(`${service.origin}/api/uploads`, { method: 'POST', body: form, headers })
  return ((await response.json()) as Upload).id
}

const picture = (name: string) => readFile(new URL(`../../../../engine/testing/${name}`, import.meta.url))

it.each([
  ['printed-menu.webp', false],
  ['kitten.webp', true],
])('%s by a generative tool: detail was added %s', async (name, expected) => {
  const userId = await createTestUser(service.database)
  const uploadId = await upload(userId, await picture(name), 'image/webp')
  const input = await startInput(service, userId, {
    source: { uploadId },
    modelKey: 'enhance/generative/redefine',
    shownCredits: 5,
    mode: 'manual',
    params: { output_height: PARAMETERS.output_height.min! },
  })
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  const job = (await watchToEnd(service, userId, id)).at(-1)!
  expect(job).toMatchObject({ status: 'completed', result: { hasInventedDetail: expected } })
})
