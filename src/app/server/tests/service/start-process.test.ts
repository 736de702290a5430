// Starts and stops of real processes: what the person at the console sees when something is wrong, and that stopping is clean.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { programOf } from '../../../../../scripts/testing/bundled-programs.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../../scripts/testing/short-lived.ts'
import { killStarted, ready, SOURCES, type Started, startProcess } from '../../testing/service-process.ts'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'huanying-process-'))

const start = (env: Record<string, string>, args: string[] = [], program?: string): Started =>
  startProcess(folder, env, args, program)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What a command of `scripts/` says and how it ends. */
const command = (name: string, env: Record<string, string>, ...words: string[]): string =>
  saidBy(programOf(sourceOf(name)), env, words)

const sourceOf = (name: string): string => join(repository, `scripts/${name}.ts`)

function saidBy(script: string, env: Record<string, string>, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, script, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...compiledBefore(), ...env },
    encoding: 'utf8',
  })
  return `${status}: ${(stdout + stderr).trim()}`
}

const admin = (dataDir: string, ...words: string[]) => command('admin', { DATA_DIR: dataDir }, ...words)
/** As `npm run admin` has it. */
const adminOfSources = (dataDir: string, ...words: string[]) => saidBy(sourceOf('admin'), { DATA_DIR: dataDir }, words)

afterEach(killStarted)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Each starts a process: 44 s measured beside other work, of the 60 s that a test has.
describe('a start that cannot succeed ends with code 1 and one clear sentence', { timeout: 180_000 }, () => {
  it('when the data folder lies where nothing can be written', async () => {
    // A path below a file: unlike missing permissions it stops root, too.
    writeFileSync(join(folder, 'a-file'), '')
    const started = start({ DATA_DIR: join(folder, 'a-file', 'data') })
    expect(await started.exited).toBe(1)
    expect(started.output()).toMatch(/data folder .* cannot be written .*数据目录无法写入/)
    expect(started.output()).not.toContain('    at ')
  })

  it('when the disk is full', async (context) => {
    const disk = join(folder, 'tiny-disk')
    mkdirSync(disk)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
    if (mounted.status !== 0) return context.skip('mounting a small disk is not permitted here')
    try {
      const started = start({ DATA_DIR: join(disk, 'data') })
      expect(await started.exited).toBe(1)
      expect(started.output()).toMatch(/disk .* is full.*磁盘空间不足/)
    } finally {
      spawnSync('umount', [disk])
    }
  })

  it('when the embedded database is asked for by a single role', async () => {
    const started = start({ DATA_DIR: join(folder, 'role') }, ['--role', 'web'])
    expect(await started.exited).toBe(1)
    expect(started.output()).toMatch(/--role web needs a PostgreSQL server.*内置数据库/)
  })

  it('when the database server does not answer', async () => {
    const started = start({ DATA_DIR: join(folder, 'gone'), DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
    expect(await started.exited).toBe(1)
    expect(started.output()).toMatch(/DATABASE_URL.*ECONNREFUSED/)
  })

  it('when a setting is wrong', async () => {
    const started = start({ DATA_DIR: join(folder, 'wrong'), PORT: 'many', SMTP_ULR: 'smtp://mail.example.com' })
    expect(await started.exited).toBe(1)
    expect(started.output()).toMatch(/SMTP_ULR is no setting; SMTP_URL is\. 没有名为 SMTP_ULR 的设置/)
    expect(started.output()).toMatch(/PORT: .*设置有误：请参照 \.env\.example 修改/)
  })
})

if (process.env.TEST_DATABASE_URL) {
  describe('roles on a database server', { timeout: 180_000 }, () => {
    const name = `test_roles_${process.pid}`
    const url = new URL(process.env.TEST_DATABASE_URL!)
    const administer = async (statement: string) => {
      const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
      await client.connect()
      await client.query(statement)
      await client.end()
    }
    beforeAll(async () => {
      await administer(`create database ${name}`)
      url.pathname = `/${name}`
    })
    afterAll(() => administer(`drop database ${name} with (force)`))

    it('a worker started by npm stops with npm, and is not left behind', async () => {
      const npm = spawn('npm', ['start', '--silent', '--', '--role', 'worker'], {
        cwd: repository,
        env: { ...process.env, DATA_DIR: join(folder, 'shared'), DATABASE_URL: url.href, LOG_LEVEL: 'info' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let log = ''
      npm.stdout.on('data', (chunk) => {
        log += chunk
      })
      await expect.poll(() => log, { timeout: 60_000 }).toContain('"msg":"started"')
      const pid = Number(/"pid":(\d+)/.exec(log)?.[1])
      npm.kill('SIGTERM')
      await once(npm, 'exit')
      await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
      expect(log).toContain('"reason":"SIGTERM"')
    })

    it('start together on an empty database, serve and stop', async () => {
      const env = { DATA_DIR: join(folder, 'shared'), DATABASE_URL: url.href }
      const web = start(env, ['--role', 'web'])
      const worker = start(env, ['--role', 'worker'])
      const origin = await ready(web)
      await ready(worker)
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      for (const started of [web, worker]) started.process.kill('SIGTERM')
      expect([await web.exited, await worker.exited]).toEqual([0, 0])
    })

    it('refuse to start beside others who see another storage or sign with another secret, until told that these are right', async () => {
      const secret = readFileSync(join(folder, 'shared/secret'), 'utf8').trim()
      const elsewhere = { DATA_DIR: join(folder, 'another machine'), DATABASE_URL: url.href, SECRET: secret }
      const blind = start(elsewhere, ['--role', 'worker'])
      expect(await blind.exited).toBe(1)
      expect(blind.output()).toMatch(/storage is another one.*npm run adopt.*图片存储与本服务此前使用的不一致/)
      expect(blind.output()).not.toContain('    at ')

      const shared = { DATA_DIR: join(folder, 'shared'), DATABASE_URL: url.href }
      const stranger = start({ ...shared, SECRET: 'a secret that nobody else has, for sure' }, ['--role', 'web'])
      expect(await stranger.exited).toBe(1)
      expect(stranger.output()).toMatch(/SECRET is not the one.*SECRET 与本服务正在使用的不一致/)

      expect(command('adopt', elsewhere)).toMatch(/^0: .*from now on/)
      await ready(start(elsewhere, ['--role', 'worker']))
      const left = start(shared, ['--role', 'worker'])
      expect(await left.exited).toBe(1)
      expect(left.output()).toContain('storage is another one')
    })
  })
} else {
  describe('the embedded database', { timeout: 180_000 }, () => {
    const env = { DATA_DIR: join(folder, 'embedded') }

    it('belongs to one process: a second start says so, the first goes on; SIGTERM frees it', async () => {
      const first = start(env, [], SOURCES)
      const origin = await ready(first)
      const second = start(env)
      expect(await second.exited).toBe(1)
      expect(second.output()).toMatch(/already in use by another running process.*数据目录已被另一个正在运行的进程占用/)
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)

      first.process.kill('SIGTERM')
      expect(await first.exited).toBe(0)
      await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
      await ready(start(env))
    })

    it('tells in its log how decoding is confined, and what a library prints', async () => {
      // Simulates a library: loaded before the service, and printing while it runs.
      const library = encodeURIComponent(`setInterval(() => console.error('a library printed'), 100).unref()`)
      const started = start({ ...env, NODE_OPTIONS: `--import=data:text/javascript,${library}` })
      await ready(started)
      const lines = () =>
        started
          .log()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      // The log is another stream than the line that says ready.
      await expect
        .poll(lines, { timeout: 20_000 })
        .toContainEqual(
          expect.objectContaining({ msg: 'decoding is confined', limits: true, network: expect.any(String) }),
        )
      await expect.poll(started.log, { timeout: 20_000 }).toMatch(/"part":"console",[^\n]*"msg":"a library printed"/)
    })

    it('keeps its files from everybody else on the machine, those that lay there open as well', async () => {
      mkdirSync(env.DATA_DIR, { recursive: true })
      writeFileSync(join(env.DATA_DIR, 'restored-from-a-backup'), 'family', { mode: 0o644 })
      await ready(start(env))
      // TRAP: PostgreSQL's cache of its catalogue alone asks for 0666, and the embedded one sets what it asks for past the process' umask;
      // it names no person, and the folders around it are closed.
      const open = readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' })
        .map((name) => join(env.DATA_DIR, name))
        .filter((path) => !path.endsWith('pg_internal.init') && (statSync(path).mode & 0o077) !== 0)
      expect(open).toEqual([])
      expect(statSync(env.DATA_DIR).mode & 0o077).toBe(0)
    })

    it('takes the command that makes administrators while the service runs and while it does not; the last one stays', async () => {
      const service = start(env)
      const origin = await ready(service)
      for (const email of ['first@example.com', 'second@example.com']) {
        const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', apikey: 'huanying-web', origin },
          body: JSON.stringify({ email, password: 'grant-2026-boss', name: '', acceptedTerms: TERMS_VERSION }),
        })
        expect(answer.status).toBe(200)
      }
      expect(command('audit', env)).toMatch(/^0: .*The books are right/s)
      expect(admin(env.DATA_DIR, 'list')).toMatch(/^0: There is no administrator yet.*还没有管理员/)
      expect(admin(env.DATA_DIR, 'grant', 'nobody@example.com')).toMatch(/^1: .*register first.*请先注册/)
      expect(admin(env.DATA_DIR, 'grant')).toMatch(/^2: Usage/)
      expect(adminOfSources(env.DATA_DIR, 'grant', 'First@example.com')).toBe(
        '0: First@example.com is an administrator now. 已设为管理员。',
      )
      expect(admin(env.DATA_DIR, 'revoke', 'first@example.com')).toMatch(/^1: .*last administrator.*请先指定另一位/)

      service.process.kill('SIGTERM')
      await service.exited
      expect(adminOfSources(env.DATA_DIR, 'grant', 'second@example.com')).toMatch(/^0: /)
      expect(admin(env.DATA_DIR, 'revoke', 'first@example.com')).toMatch(/^0: .*no administrator any more.*已取消/)
      expect(admin(env.DATA_DIR, 'list')).toBe('0: second@example.com')
      expect(command('audit', env)).toMatch(/^0: .*log has 3 entries.*The books are right/s)
    })

    it('is not started with the pictures of another database, nor without its own', async () => {
      rmSync(join(env.DATA_DIR, 'files'), { recursive: true })
      const bare = start(env)
      expect(await bare.exited).toBe(1)
      expect(bare.output()).toContain('npm run adopt')
      expect(command('adopt', env)).toMatch(/^0: /)
      await ready(start(env))
      expect(command('adopt', env)).toMatch(/^1: .*Stop the service first/)
    })

    it('opens again after kill -9', async () => {
      const first = start(env)
      await ready(first)
      first.process.kill('SIGKILL')
      await first.exited
      const origin = await ready(start(env))
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
      expect(command('audit', env)).toMatch(/^0: .*The books are right/s)
    })

    it('is closed again when the port is taken', async () => {
      const holder = createServer().listen(0, '127.0.0.1')
      await once(holder, 'listening')
      const { port } = holder.address() as { port: number }
      const started = start({ ...env, PORT: String(port) })
      expect(await started.exited).toBe(1)
      expect(started.output()).toMatch(/Port \d+ is already in use.*端口/)
      holder.close()
      await ready(start(env))
    })
  })
}
