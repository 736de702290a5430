// The light version at the service: its own bytes and type, for the owner only, gone with the picture.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestUpload,
  createTestUser,
  openTestService,
  startInput,
  type TestService,
  watchToEnd,
} from '../testing/test-service.ts'

let service: TestService
let folder: string
let file: string
beforeAll(async () => {
  service = await openTestService()
  folder = await mkdtemp(join(tmpdir(), 'huanying-views-'))
  file = join(folder, 'view')
  await writeFile(file, 'light')
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function pictures() {
  const userId = await createTestUser(service.database)
  const uploadId = await createTestUpload(service, userId)
  const { id: jobId } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  await watchToEnd(service, userId, jobId)
  const keysOf = (select: string, id: string) => service.database.query<{ key: string; type: string }>(select, [id])
  const [[upload], [result]] = await Promise.all([
    keysOf('select view_key as key, view_mime_type as type from user_uploads where id = $1', uploadId),
    keysOf('select result_view_key as key, result_view_mime_type as type from processing_history where id = $1', jobId),
  ])
  const files = [upload!, result!] as const
  for (const { key, type } of files) await service.storage.putFile(key, file, type)
  return { userId, uploadId, jobId, files }
}
const viewsOf = (userId: string | null, { uploadId, jobId }: { uploadId: string; jobId: string }) => {
  const { uploads, jobs } = service.clientOf(userId).processing
  return [() => uploads.view({ id: uploadId }), () => jobs.view({ id: jobId })] as const
}

it('answers the bytes of an upload and of a result, with their type', async () => {
  const own = await pictures()
  for (const [at, view] of viewsOf(own.userId, own).entries()) {
    const answered = await fetch(new URL((await view()).address, service.origin))
    expect([await answered.text(), answered.headers.get('content-type')]).toEqual(['light', own.files[at]!.type])
  }
})

it("is nobody else's", async () => {
  const own = await pictures()
  const stranger = await createTestUser(service.database)
  const [upload, result] = viewsOf(stranger, own)
  await expect(upload()).rejects.toMatchObject({ code: 'upload-missing' })
  await expect(result()).rejects.toMatchObject({ code: 'job-not-found' })
  for (const view of viewsOf(null, own)) await expect(view()).rejects.toMatchObject({ code: 'login-required' })
})

it('of removed files says that they are gone', async () => {
  const own = await pictures()
  for (const { key } of own.files) await service.storage.remove(key)
  const [upload, result] = viewsOf(own.userId, own)
  await expect(upload()).rejects.toMatchObject({ code: 'upload-missing' })
  await expect(result()).rejects.toMatchObject({ code: 'result-expired' })
})
