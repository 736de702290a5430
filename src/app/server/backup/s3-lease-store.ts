// The lease's object in a bucket. S3 servers that know conditional writes tell who was first; the others (Swift answers NotImplemented) take the plain write,
// and reading back decides (lease.ts).
import { systemClock } from '#platform/server/clock.ts'
import { createS3Client, S3Error } from '#platform/server/storage/s3/s3-client.ts'
import type { S3Settings } from '#platform/server/storage/s3/s3-settings.ts'
import { withBackupErrors } from './backup-errors.ts'
import type { LeaseStore } from './lease.ts'

/** A heartbeat that waits longer for its answer is given up; the next one asks anew. */
const ANSWER_MS = 10_000
const NOT_IMPLEMENTED = 501
/** 409: another conditional write of the same key is under way. */
const SOMEBODY_WAS_FIRST = new Set([409, 412])

export function s3LeaseStore(settings: S3Settings, key: string, place: string): LeaseStore {
  const client = createS3Client(settings, systemClock, { answerTimeoutMs: ANSWER_MS })
  const put = async (text: string) => void (await client.send({ method: 'PUT', key, body: text }))
  return {
    read: () =>
      withBackupErrors(place, async () => {
        const answer = await client.send({ method: 'GET', key, expected: [404] })
        const text = await answer.text()
        if (answer.status !== 404) return text
        // A bucket that is not there is no free place: whoever reads there is told so.
        if (text.includes('NoSuchBucket')) throw new S3Error('NoSuchBucket', `GET ${key}`)
        return undefined
      }),
    putNew: (text) =>
      withBackupErrors(place, async () => {
        const headers = { 'if-none-match': '*' }
        const expected = [NOT_IMPLEMENTED, ...SOMEBODY_WAS_FIRST]
        const { status, body } = await client.send({ method: 'PUT', key, headers, body: text, expected })
        await body?.cancel()
        if (status === NOT_IMPLEMENTED) await put(text)
        return !SOMEBODY_WAS_FIRST.has(status)
      }),
    put: (text) => withBackupErrors(place, () => put(text)),
    remove: () =>
      withBackupErrors(place, async () => void (await client.send({ method: 'DELETE', key, expected: [404] }))),
  }
}
