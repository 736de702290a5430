// Many runs in the database, as if people had started them: with holds, entries in the line and uploads whose files lie in storage.
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { holdCredits } from '../../src/features/credits/server/hold-credits.ts'
import { RUN_ELSEWHERE_QUEUE, RUN_JOB_QUEUE } from '../../src/features/processing/server/queue-names.ts'
import { createTestUser } from '../../src/features/processing/server/testing/test-service.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import type { Queue } from '../../src/platform/server/queue/queue.ts'
import type { ObjectStorage } from '../../src/platform/server/storage/object-storage.ts'

interface Bench {
  readonly database: Database
  readonly storage: Pick<ObjectStorage, 'putFile'>
  readonly queue: Pick<Queue, 'send'>
  readonly folder: string
}

/** The line that the runs of each provider wait in. */
const QUEUES = { topaz: RUN_ELSEWHERE_QUEUE, scripted: RUN_JOB_QUEUE } as const
export type LineOf = keyof typeof QUEUES

/** `count` runs of one picture by one person, oldest first: at once, or one after the other so far apart. */
export async function addRuns(bench: Bench, aiService: LineOf, count: number, apartMs = 0): Promise<string> {
  const { database, storage, folder } = bench
  const userId = await createTestUser(database, { extraCredits: 2 * count })
  const picture = `${folder}/picture.png`
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8090a0' } })
    .png()
    .toFile(picture)
  const key = `uploads/${userId}/bench/original.png`
  await storage.putFile(key, picture, 'image/png')
  const [upload] = await database.query<{ id: string }>(
    `insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
     values ($1, 'photo.png', 2048, 'image/png', 60, 40, $2, $2, $2, 'image/png') returning id`,
    [userId, key],
  )
  const added = addEach(bench, { aiService, userId, uploadId: upload!.id, key }, count, apartMs)
  if (apartMs === 0) await added
  return userId
}

interface Run {
  readonly aiService: LineOf
  readonly userId: string
  readonly uploadId: string
  readonly key: string
}

async function addEach(
  { database, queue }: Bench,
  { aiService, userId, uploadId, key }: Run,
  count: number,
  apartMs: number,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await database.orm.transaction(async (tx) => {
      const jobId = crypto.randomUUID()
      await tx.execute(
        `insert into processing_history (id, user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode,
           credits_held, list_credits, start_key, deadline_at)
         values ('${jobId}', '${userId}', '${uploadId}', 'photo.png', '${key}', '${aiService}', 'denoise', 'denoise/normal', 'auto', 2, 2, '${jobId}',
           now() + interval '1 hour')`,
      )
      await holdCredits(tx, { userId, jobId, credits: 2 })
      await queue.send(tx, QUEUES[aiService], { jobId })
    })
    if (apartMs > 0) await delay(apartMs)
  }
}

/** Until `count` runs have ended and none is open. */
export async function untilAllEnded(database: Database, count: number, withinMs: number, pollMs = 2000): Promise<void> {
  const endMs = performance.now() + withinMs
  while (performance.now() < endMs) {
    const [row] = await database.query<{ ended: number }>(
      `select count(*)::int as ended from processing_history where status in ('completed', 'failed')`,
    )
    if (row!.ended === count) return
    await delay(pollMs)
  }
  throw new Error('runs are still open')
}
