// The files of an account that has ended, which nothing names any more.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ENDED_FILES_QUEUE } from '#features/history/server/own-data/delete-account.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { endAccountNow } from '../../testing/end-account.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let origin: string
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider: createScriptedProvider() })
  origin = `http://127.0.0.1:${service.port}`
})
afterAll(() => service.stop())

it('are removed by a later try where the storage was away when the rows went', async () => {
  const { api, userId } = await signUpPerson(origin, foundation.settings.publicOrigin, 'away@example.com')
  const uploadId = await createTestUpload(foundation, userId)
  const isStored = async () =>
    (await foundation.storage.stat(`uploads/${userId}/${uploadId}/original.png`)) !== undefined
  expect(await isStored()).toBe(true)
  await api.ownData.deleteAccount({ password: TEST_PASSWORD })
  const removing = vi.spyOn(foundation.storage, 'remove').mockRejectedValue(new Error('the storage is away'))
  await endAccountNow(foundation, userId)
  await expect.poll(() => removing.mock.calls.length).toBeGreaterThan(0)
  removing.mockRestore()
  expect(await isStored()).toBe(true)
  await foundation.database.query('update pgboss.job set start_after = now() where name = $1', [ENDED_FILES_QUEUE])
  await expect.poll(isStored, { timeout: 30_000 }).toBe(false)
})
