// `npx node bench/archive.ts`: memory of the whole service while one person downloads a ZIP of 2 GB (issue: at most 60 MB of growth),
// beside the same service while it answers light calls for as long, which says how much it grows by itself.
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { resultKeys } from '#features/processing/server/storage-keys.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { HISTORY_BATCH_MAX } from '#rulebook/history/history.ts'
import { DEFAULT_PRODUCT_NAME } from '#rulebook/site/product.ts'
import { demand, loadLine, makeFolder, residentBytes, startWithPerson } from './web-service.ts'

const TOTAL_BYTES = 2 * 2 ** 30
const MAX_GROWTH_MB = 60
const SAMPLE_MS = 50
const MB = 2 ** 20

const INSERT_RUNS = `
  with uploads as (
    insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
    select id, 'photo-' || n || '.jpg', 1, 'image/jpeg', 1, 1, 'o' || n, 't' || n, 'v' || n, 'image/jpeg'
    from auth_users, generate_series(1, ${HISTORY_BATCH_MAX}) n returning id, user_id)
  insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode, status, list_credits, start_key, deadline_at, completed_at)
  select user_id, id, 'photo.jpg', 'o', 'local', 'denoise', 'denoise/normal', 'auto', 'completed', 2, id::text, now(), now()
  from uploads returning id, user_id`

const folder = makeFolder()
console.log(loadLine())
const { service, headers } = await startWithPerson(folder.path, prepareResults)
try {
  const light = await growthDuring(answerLightCalls(20_000))
  console.log(`light calls for 20 s: from ${light.before} to at most ${light.peak} MB, growth ${light.growth} MB`)
  // The first download also pays for code that is read and buffers that are kept; the second shows whether memory follows the bytes.
  for (const name of ['first', 'second']) {
    const { bytes, seconds, before, peak, growth } = await growthDuring(downloadArchive())
    console.log(
      `${name} ZIP of ${(bytes / 1e9).toFixed(2)} GB in ${seconds.toFixed(1)} s: from ${before} to at most ${peak} MB`,
    )
    console.log(`  growth ${growth} MB (goal: at most ${MAX_GROWTH_MB} MB)`)
    process.exitCode = growth > MAX_GROWTH_MB ? 1 : 0
  }
} finally {
  await service.stop()
  folder.remove()
}

/** As many results as one archive takes. The files are holes: reading them costs memory like any other, and the disk nothing. */
async function prepareResults(): Promise<void> {
  const database = await openDatabase({ folder: folder.path })
  const storage = await openFileStorage(
    { dataDir: folder.path, secret: 'unused', productName: DEFAULT_PRODUCT_NAME },
    systemClock,
  )
  const hole = join(folder.path, 'hole.png')
  await writeFile(hole, '')
  await truncate(hole, Math.ceil(TOTAL_BYTES / HISTORY_BATCH_MAX))
  const rows = await database.query<{ id: string; user_id: string }>(INSERT_RUNS)
  for (const { id, user_id: userId } of rows) {
    const key = resultKeys(userId, id, 'image/jpeg').original
    await storage.putFile(key, hole, 'image/png')
    await database.query('update processing_history set result_oss_url = $1 where id = $2', [key, id])
  }
  await database.close()
}

async function answerLightCalls(forMs: number): Promise<object> {
  const endsAt = performance.now() + forMs
  while (performance.now() < endsAt) {
    await demand(fetch(`${service.origin}/api/v1/history?limit=10`, { headers }))
    await delay(SAMPLE_MS)
  }
  return {}
}

async function downloadArchive(): Promise<{ bytes: number; seconds: number }> {
  const { origin } = service
  const list = await demand(fetch(`${origin}/api/v1/history?limit=${HISTORY_BATCH_MAX}`, { headers }))
  const { entries } = (await list.json()) as { entries: { id: string }[] }
  const offered = await demand(
    fetch(`${origin}/api/v1/history/archive`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ uploadIds: entries.map(({ id }) => id) }),
    }),
  )
  const { address, sizeBytes } = (await offered.json()) as { address: string; sizeBytes: number }
  const startedAt = performance.now()
  const archive = await demand(fetch(`${origin}${address}`))
  let bytes = 0
  for await (const chunk of archive.body!) bytes += (chunk as Uint8Array).length
  if (bytes !== sizeBytes) throw new Error(`${bytes} bytes came, ${sizeBytes} were promised`)
  return { bytes, seconds: (performance.now() - startedAt) / 1000 }
}

/** Resident memory of the service's process in MB, sampled until the work ends. */
async function growthDuring<Result extends object>(
  work: Promise<Result>,
): Promise<Result & { before: number; peak: number; growth: number }> {
  const before = residentBytes(service.pid)
  let peak = before
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentBytes(service.pid))
  }, SAMPLE_MS)
  const result = await work.finally(() => clearInterval(sampler))
  const mb = (bytes: number) => Math.round(bytes / MB)
  return { ...result, before: mb(before), peak: mb(peak), growth: mb(peak - before) }
}
