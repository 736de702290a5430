// An upload whose original is a picture that can be read, as the vendor wants one.
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createTestUpload, type TestService } from '../../../testing/test-service.ts'

export async function createRealUpload(
  service: Pick<TestService, 'database' | 'storage'>,
  userId: string,
): Promise<string> {
  const id = await createTestUpload(service, userId, 40)
  const path = join(tmpdir(), `huanying-${id}.png`)
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8090a0' } })
    .png()
    .toFile(path)
  await service.storage.putFile(`uploads/${userId}/${id}/original.png`, path, 'image/png')
  await rm(path)
  return id
}
