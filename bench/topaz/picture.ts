// A picture of 50 MB through the adapter: to the vendor, back, and into the files of a result, while the memory of this process is watched.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { createLocalEngine } from '../../src/engine/host/local-engine.ts'
import { holdCredits } from '../../src/features/credits/server/hold-credits.ts'
import { forkTopazEmulator } from '../../src/features/processing/server/provider/topaz/testing/emulator-process.ts'
import { quickOptions } from '../../src/features/processing/server/provider/topaz/testing/topaz-harness.ts'
import { createTopazProvider } from '../../src/features/processing/server/provider/topaz/topaz-provider.ts'
import { createTestUser } from '../../src/features/processing/server/testing/test-service.ts'
import { openTestDatabase } from '../../src/platform/server/database/testing/test-database.ts'

/** Noise that no packing makes smaller: a little above 50 MB as PNG. */
const SIDE_PX = 4096
const SAMPLE_MS = 20

/** Megabytes that this process grew by at the most. */
export async function measurePicture(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-picture-'))
  const vendor = await forkTopazEmulator({ speed: 300 })
  const database = await openTestDatabase()
  const path = (name: string) => join(folder, name)
  await makeNoise(path('source'))
  const userId = await createTestUser(database)
  const jobId = crypto.randomUUID()
  const hold = await database.orm.transaction((tx) => holdCredits(tx, { userId, jobId, credits: 2 }))
  const urls = { imageBase: `${vendor.origin}/image/v1`, accountBase: `${vendor.origin}/account/v1` }
  const engine = createLocalEngine()
  const provider = createTopazProvider({ ...quickOptions(urls), engine, database, log: pino({ level: 'error' }) })
  const request = {
    modelKey: 'denoise/normal',
    params: {},
    sourcePath: path('source'),
    resultPath: path('result.png'),
    thumbnailPath: path('thumbnail.jpg'),
    viewPath: path('view'),
  }
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, SAMPLE_MS)
  try {
    await provider.process(hold, request, {
      signal: AbortSignal.timeout(600_000),
      timeoutMs: 600_000,
      onProgress: () => {},
      remembered: {},
      remember: async () => {},
    })
    const [sent, got] = await Promise.all([stat(request.sourcePath), stat(request.resultPath)])
    console.log(`${Math.round(sent.size / 1e6)} MB there, ${Math.round(got.size / 1e6)} MB as result`)
    return (most - before) / 1e6
  } finally {
    clearInterval(timer)
    engine.close()
    await vendor.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Drawn by a process of its own: nothing of it may count here. */
async function makeNoise(target: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 }
  const create = { width: SIDE_PX, height: SIDE_PX, channels: 3, noise, background: '#888' }
  const script = `import('sharp').then(({ default: sharp }) =>
    sharp({ create: ${JSON.stringify(create)} }).png({ compressionLevel: 1 }).toFile(${JSON.stringify(target)}))`
  await promisify(execFile)(process.execPath, ['-e', script])
}
