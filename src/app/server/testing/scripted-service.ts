// The service as a process for kill tests: the whole composition with a provider that does what SCRIPTED_STEP (JSON) says, and a
// pause between storing and capturing where PAUSE_BEFORE_CAPTURE is set. Never part of a real start: settings refuse it without
// NODE_ENV=test.
import { createScriptedProvider, type ScriptedStep } from '#features/processing/server/provider/scripted-provider.ts'
import { createLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import { startService } from '../start-service.ts'

const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

const settings = readSettings({ ...process.env, PROVIDER: 'scripted' })
const provider = createScriptedProvider()
provider.next(JSON.parse(process.env.SCRIPTED_STEP ?? '{}') as ScriptedStep)
const pause = async (jobId: string) => {
  writeLine(`stored ${jobId}`)
  if (process.env.PAUSE_BEFORE_CAPTURE) await new Promise(() => {})
}
const service = await startService(settings, createLog(settings.logLevel), writeLine, {
  provider,
  onResultStored: pause,
  timing: { heartbeatMs: 200, staleMs: 1500, recoverMs: 500 },
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
