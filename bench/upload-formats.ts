// `npx node bench/upload-formats.ts [folder]`: every file of ../shared/data/formats through the real upload route. Each must be kept
// with a readable thumbnail and a size, or refused with a Chinese text, within 20 s. Prints the counts; exits 1 on any other end.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { createTestUser, openTestService } from '#features/processing/server/testing/test-service.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'

const folder = process.argv[2] ?? fileURLToPath(new URL('../../shared/data/formats', import.meta.url))
const PARALLEL = 3
const MAX_SECONDS = 20

if (!existsSync(folder)) {
  console.log(`Nothing measured: ${folder} is absent.`)
  process.exit(0)
}

const service = await openTestService({ engine: createLocalEngine({ parallelInspections: 2 }), hasWorker: false })
const userId = await createTestUser(service.database)
const entries = await readdir(folder, { recursive: true, withFileTypes: true })
const files = entries.filter((entry) => entry.isFile() && entry.name !== 'SOURCES.md')
const counts = new Map<string, number>()
const wrong: string[] = []
let slowestMs = 0
let peakRssBytes = 0

async function send(path: string): Promise<string> {
  const form = new FormData()
  form.set('purpose', 'alternate')
  form.set('file', new Blob([new Uint8Array(await readFile(path))]), relative(folder, path))
  const headers = { authorization: `Bearer ${userId}` }
  const response = await fetch(`${service.origin}/api/uploads`, { method: 'POST', body: form, headers })
  const body = (await response.json()) as { code?: string; thumbnailAddress: string; width: number; height: number }
  if (response.status !== 200) {
    if (response.status >= 500 || !/[\u4e00-\u9fff]/.test(messageFromRegister(body)))
      throw new Error(`answer ${response.status}`)
    return `refused: ${body.code}`
  }
  const thumbnail = await fetch(new URL(body.thumbnailAddress, service.origin))
  const facts = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()
  const isRight = facts.format === 'jpeg' && facts.width <= 200 && facts.height <= 200
  if (!isRight || body.width < 1 || body.height < 1) throw new Error('thumbnail or size is wrong')
  return 'kept'
}

async function work(): Promise<void> {
  for (let file = files.pop(); file; file = files.pop()) {
    const path = join(file.parentPath, file.name)
    const startedMs = performance.now()
    const outcome = await send(path).catch((error: Error) => `WRONG ${error.message}`)
    const tookMs = performance.now() - startedMs
    slowestMs = Math.max(slowestMs, tookMs)
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss())
    const end = tookMs > MAX_SECONDS * 1000 ? 'WRONG too slow' : outcome
    if (end.startsWith('WRONG')) wrong.push(`${relative(folder, path)}: ${end}`)
    counts.set(end, (counts.get(end) ?? 0) + 1)
  }
}

await Promise.all(Array.from({ length: PARALLEL }, work))
const [rows] = await service.database.query<{ n: number }>('select count(*)::int as n from user_uploads')
const left = await readdir(join(service.dataDir, 'tmp')).catch(() => [])
await service.close()
for (const [outcome, count] of [...counts].sort()) console.log(`${String(count).padStart(5)}  ${outcome}`)
console.log(`records ${rows!.n}, temporary folders left ${left.length}`)
console.log(
  `slowest ${(slowestMs / 1000).toFixed(1)} s, peak memory of the web process ${Math.round(peakRssBytes / 2 ** 20)} MB`,
)
for (const line of wrong) console.log(line)
const isWhole = rows!.n === (counts.get('kept') ?? 0) && left.length === 0
process.exit(wrong.length === 0 && isWhole ? 0 : 1)
