import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { testsWithoutDatabase } from './without-database.ts'

it('finds tests without a database, and none that use one through a helper', () => {
  const found = testsWithoutDatabase(fileURLToPath(new URL('../..', import.meta.url)))
  expect(found).toContain('src/platform/server/storage/s3/s3-client.test.ts')
  for (const file of [
    'src/platform/server/queue/boss-queue.test.ts',
    'src/app/server/tests/service/coupons.test.ts',
    'src/app/server/tests/service/kill.test.ts',
    'src/features/processing/server/work/run-job.test.ts',
  ])
    expect(found).not.toContain(file)
})
