// Memory of the web process while four uploads of 49 MB arrive in parallel (issue: at most 120 MB more). `npx node bench/web-uploads.ts`
import {
  loadLine,
  makeFolder,
  makeHeavyPicture,
  makePicture,
  residentBytes,
  startWithPerson,
  upload,
} from './web-service.ts'

const PARALLEL = 4
const SIZE_BYTES = 49_000_000

const folder = makeFolder()
console.log(loadLine())
const { service, headers } = await startWithPerson(folder.path)
try {
  const heavy = await makeHeavyPicture(SIZE_BYTES)
  // One small upload first: its code is loaded once and belongs to the resting process.
  await upload(service.origin, headers, await makePicture(800, 600))
  const before = residentBytes(service.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(service.pid))
  }, 10)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: PARALLEL }, () => upload(service.origin, headers, heavy)))
  clearInterval(watch)
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  console.log(
    `${PARALLEL} × ${megabytes(heavy.length)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: resident ${megabytes(before)} → ${megabytes(peak)} MB, +${megabytes(peak - before)} MB (goal +120)`,
  )
} finally {
  await service.stop()
  folder.remove()
}
