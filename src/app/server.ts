// What `npm start` runs after the build, and what runs alone where the browser side is built already:
// `node src/app/server.ts [--role web|worker|all]`. Every setting is in .env.example.
import { fileURLToPath } from 'node:url'
import { sendConsoleToLog } from '#platform/server/console-to-log.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'
import { createLog } from '#platform/server/log.ts'
import { misspeltSettings, misspeltText } from '#platform/server/misspelt-settings.ts'
import { readSettings } from '#platform/server/settings.ts'
import { startFailureMessage } from './server/start-failure.ts'
import { startService } from './server/start-service.ts'

// What this process and its children write is readable by its own user alone (DATA_DIR holds pictures, emails and the database).
process.umask(0o077)
loadEnvFile()
// For the engine's children. Measured: their code is ready after 0.17 s instead of 0.5 s of processor time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../node_modules/.cache/huanying/compiled', import.meta.url),
)

// Messages for people go to standard error; standard output holds the log's JSON lines only.
const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)

try {
  for (const misspelt of misspeltSettings(process.env)) writeLine(misspeltText(misspelt))
  const settings = readSettings(process.env, process.argv.slice(2))
  const log = createLog(settings.logLevel)
  sendConsoleToLog(log)
  const service = await startService(settings, log, writeLine)

  let isStopping = false
  const stop = async (reason: string, exitCode: number): Promise<void> => {
    if (isStopping) process.exit(exitCode || 1)
    isStopping = true
    log.info({ reason }, 'stopping')
    await service.stop()
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  void service.leftBehind?.then((error) => {
    log.fatal({ err: error }, 'left behind')
    writeLine(startFailureMessage(error))
    void stop('left behind', 1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    void stop('uncaught exception', 1)
  })
} catch (error) {
  writeLine(startFailureMessage(error))
  process.exit(1)
}
