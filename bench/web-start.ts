// How long a start takes once built and initialised (issue: at most 3 s). `npx node bench/web-start.ts [runs]`

import { quantile } from './statistics.ts'
import { loadLine, makeFolder, startService } from './web-service.ts'

const ENTRY = 'scripts/start.ts'
const runs = Number(process.argv[2] ?? 5)
const folder = makeFolder()
console.log(loadLine())
try {
  const first = await startService(folder.path, ENTRY)
  await first.stop()
  console.log(`first start, database made: ${(first.startMs / 1000).toFixed(2)} s`)
  const times: number[] = []
  for (let i = 0; i < runs; i++) {
    const service = await startService(folder.path, ENTRY)
    times.push(service.startMs / 1000)
    await service.stop()
  }
  console.log(
    `later starts: ${times.map((seconds) => seconds.toFixed(2)).join(' ')} s, median ${quantile(times, 0.5).toFixed(2)} s (goal 3)`,
  )
} finally {
  folder.remove()
}
