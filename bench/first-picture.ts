// From nothing to the first enhanced picture, as docs/operate.md installs: a clone, `npm ci --omit=dev` with an empty cache, `npm start`,
// an account, an upload, a run of Standard V2. Goal: 180 s, 550 MB. `npx node bench/first-picture.ts`, on Linux with a registry in reach.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/testing/free-port.ts'
import { authenticate, loadLine, makeFolder, makePicture, startJob, upload, watchJob } from './web-service.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))
const GOAL_SECONDS = 180
const GOAL_MB = 550

const folder = makeFolder()
const clone = join(folder.path, 'clone')
const cache = join(folder.path, 'cache')
mkdirSync(cache)
console.log(loadLine())
let at = performance.now()
const begin = at
function took(part: string): void {
  const now = performance.now()
  console.log(`${part}: ${((now - at) / 1000).toFixed(1)} s`)
  at = now
}

/** What this process was started with, of a package's own Node too, is nothing that a fresh server has. */
const PATH = process.env
  .PATH!.split(':')
  .filter((part) => !part.includes('node_modules'))
  .join(':')
execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository}`, clone])
took('clone')
execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--cache', cache], {
  cwd: clone,
  env: { ...process.env, PATH },
  stdio: 'ignore',
})
took('npm ci')

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const service = spawn('npm', ['start'], {
  cwd: clone,
  env: { ...process.env, PATH, PORT: String(port), DATA_DIR: join(folder.path, 'data'), SIGN_UP_WALL: 'none' },
  stdio: 'ignore',
})
const exited = once(service, 'exit')
try {
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (service.exitCode !== null) throw new Error('the service ended')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  took('npm start, until it is ready')
  const headers = await authenticate(origin, 'sign-up')
  const picture = await upload(origin, headers, await makePicture(1600, 1250))
  took('account and upload')
  const job = await startJob(origin, headers, picture.id, 'enhance/standard/standard-v2')
  const { status } = await watchJob(origin, headers, job.id)
  took(`first picture (${status})`)
  const seconds = (performance.now() - begin) / 1000
  const size = Number(execFileSync('du', ['-sm', clone, '--exclude=.git'], { encoding: 'utf8' }).split('\t')[0])
  console.log(`all: ${seconds.toFixed(1)} s (goal ${GOAL_SECONDS}), installed ${size} MB (goal ${GOAL_MB})`)
  if (status !== 'completed' || seconds > GOAL_SECONDS || size > GOAL_MB) process.exitCode = 1
} finally {
  service.kill('SIGTERM')
  await exited
  folder.remove()
}
