// How many looks at one picture lie in the storage: the spots of a picture are countless, and each look is a file.
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Engine } from '#engine/engine-types.ts'
import { PATCHES_KEPT } from '#rulebook/runs/patches.ts'
import { createLocalProvider } from '../provider/local-provider.ts'
import { createProviders } from '../provider/providers.ts'
import { createTestUpload, createTestUser, openTestService, type TestService } from '../testing/test-service.ts'

/** What is drawn does not matter here. */
const drawPatch: Engine['drawPatch'] = async ({ targetPath, spot }) => {
  await writeFile(targetPath, 'a look')
  return { width: 512, height: 512, resultWidth: 800, resultHeight: 1024, spot: spot! }
}
let service: TestService
beforeAll(async () => {
  const engine = { drawPatch } as Engine
  service = await openTestService({ providers: () => createProviders({ byDefault: createLocalProvider(engine) }) })
})
afterAll(() => service.close())

it('of a picture the newest are kept, however many spots are asked for', async () => {
  const userId = await createTestUser(service.database)
  const source = { uploadId: await createTestUpload(service, userId) }
  const { processing } = service.clientOf(userId)
  const model = { modelKey: 'sharpen/standard/natural', mode: 'auto', params: {} } as const
  const lookAt = async (n: number) => {
    const { address } = await processing.drawPatch({ ...model, source, spot: { x: 0.5 + n * 1e-9, y: 0.5 } })
    return async () => (await fetch(new URL(address, service.origin))).status
  }
  const oldest = await lookAt(0)
  for (let n = 1; n < PATCHES_KEPT; n += 1) await lookAt(n)
  expect(await oldest()).toBe(200)
  const newest = await lookAt(PATCHES_KEPT)
  expect([await oldest(), await newest()]).toEqual([404, 200])
})
