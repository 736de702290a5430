// From nothing to the first enhanced picture, as an operator does it (issue: at most 3 minutes, installed at most 550 MB): a fresh clone of what is
// committed, `npm ci --omit=dev`, `npm start` on a bare Node, an account, a photo, a result. The time of npm depends on the registry's line.
// `node bench/fresh-server.ts [folder for the clone]`
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { authenticate, loadLine, makePicture, startJob, upload, watchJob } from './web-service.ts'

const MODEL = 'enhance/standard/standard-v2'
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), 'huanying-fresh-'))
const service = join(folder, 'service')
/** Without the packaged Node of this checkout. */
const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
const env = {
  PATH: path.join(delimiter),
  HOME: process.env.HOME,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: join(folder, 'data'),
}

const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1000).toFixed(0)
const megabytes = (): string =>
  spawnSync('du', ['-sm', 'node_modules'], { cwd: service, encoding: 'utf8' }).stdout.split('\t')[0]!

function demand(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

console.log(loadLine())
console.log(`node ${spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim()}`)
demand('git', ['clone', '--quiet', '--local', root, service], folder)
const startedMs = performance.now()
demand('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], service)
console.log(`${seconds(startedMs)} s  installed, ${megabytes()} MB`)
const child = spawn('npm', ['start'], { cwd: service, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
try {
  const origin = await ready(child)
  console.log(`${seconds(startedMs)} s  serves, ${megabytes()} MB (goal 550)`)
  const headers = await authenticate(origin, 'sign-up')
  const picture = await upload(origin, headers, await makePicture(1600, 1250))
  const job = await startJob(origin, headers, picture.id, MODEL, modelByKey(MODEL)!.credits)
  const ended = await watchJob(origin, headers, job.id)
  if (!ended.result) throw new Error(`the run failed: ${ended.error?.code}`)
  console.log(`${seconds(startedMs)} s  first picture enhanced (goal 180)`)
} finally {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function ready({ stderr }: typeof child): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk) => {
      said += chunk
      const address = /ready: (\S+)/.exec(said)?.[1]
      if (address) resolve(address.replace('localhost', '127.0.0.1'))
    })
    stderr.once('close', () => reject(new Error(said)))
  })
}
