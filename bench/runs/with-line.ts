// The ground of the worker benches: a private PostgreSQL, a folder of pictures, and the line that runs wait in. All of it goes with them.
import { pino } from 'pino'
import { startPrivatePostgres } from '../../scripts/testing/private-postgres.ts'
import { PROCESSING_QUEUES } from '../../src/features/processing/server/queue-names.ts'
import { systemClock } from '../../src/platform/server/clock.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { openDatabase } from '../../src/platform/server/database/open-database.ts'
import { openQueue } from '../../src/platform/server/queue/boss-queue.ts'
import { openFolderStorage } from '../../src/platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '../../src/platform/server/storage/signed-address.ts'
import { makeFolder } from '../web-service.ts'
import { addRuns, type LineOf } from './line.ts'
import { BENCH_SECRET, type WorkerPlace } from './open-worker.ts'

export interface Line {
  readonly database: Database
  /** Where its workers find it. */
  readonly place: WorkerPlace
  readonly addRuns: (aiService: LineOf, count: number, apartMs?: number) => Promise<string>
}

export async function withLine<Result>(work: (line: Line) => Promise<Result>): Promise<Result> {
  const postgres = await startPrivatePostgres()
  if (!postgres) throw new Error('this machine has no PostgreSQL server')
  const folder = makeFolder()
  const database = await openDatabase({ url: postgres.url })
  const queue = await openQueue(database, PROCESSING_QUEUES, pino({ level: 'error' }))
  const storage = await openFolderStorage(`${folder.path}/files`, createAddressSigner(BENCH_SECRET), systemClock)
  try {
    return await work({
      database,
      place: { databaseUrl: postgres.url, dataDir: folder.path },
      addRuns: (aiService, count, apartMs) =>
        addRuns({ database, storage, queue, folder: folder.path }, aiService, count, apartMs),
    })
  } finally {
    await queue.stop(0)
    await database.close()
    postgres.stop()
    folder.remove()
  }
}
