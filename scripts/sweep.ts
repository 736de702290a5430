// `npm run sweep`: removes stored pictures without a row also where the nightly sweep left them because they were very many (decision 0231). For whoever has
// looked: after a database was set back these are people's pictures.
import { pino } from 'pino'
import { removeOrphans } from '#features/processing/server/retention/orphans.job.ts'
import { systemClock } from '#platform/server/clock.ts'
import { proveIdentity } from '#platform/server/identity/prove-identity.ts'
import { onStoppedService } from './stopped-service.ts'

await onStoppedService({ usage: 'npm run sweep' }, async (parts) => {
  await proveIdentity(parts)
  const log = pino({ level: 'silent' })
  const removed = await removeOrphans({ ...parts, log, clock: systemClock }, { isSure: true })
  return `The files of ${removed} pictures that no row names are removed. 已清除 ${removed} 张没有对应记录的图片。`
})
