// The program of the previous release, as a process with the packages of that time: from the history of this repository and the npm registry.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../scripts/testing/free-port.ts'
import { stopProcess } from '../../../../scripts/testing/stop-process.ts'

/** Release 0.3.0 (tests/service/release-0.3.0/README.md); with each release the next one takes its place. */
const COMMIT = '4696f24c'
const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** A clone that was cut short, or a folder without history, has no older program. */
export const hasReleaseBefore = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: repository }).status === 0

export interface ReleaseBefore {
  /** Starts it; returns its address. */
  start(environment: Record<string, string>): Promise<string>
  /** Everything that it wrote so far, a line of JSON each. */
  output(): string
  stop(): Promise<void>
  remove(): void
}

/** Takes about half a minute: its packages are installed, without their scripts. */
export function layReleaseBefore(): ReleaseBefore {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-release-'))
  const program = join(folder, 'program')
  mkdirSync(program)
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: repository, maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', program], { input: archive })
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: program,
    stdio: 'pipe',
  })
  let child: ChildProcess | undefined
  let output = ''
  return {
    start: async (environment) => {
      const port = await freePort()
      const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...environment }
      child = spawn(process.execPath, ['src/app/server.ts'], { cwd: program, env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
      const origin = `http://127.0.0.1:${port}`
      await untilReady(origin, child, () => output)
      return origin
    },
    output: () => output,
    stop: () => stopProcess(child),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The release before ended at its start:\n${output()}`)
    if ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) return
    await delay(200)
  }
}
