// What an operator does on a machine, for tests: settings in the environment, the service as a process, commands beside it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { programOf } from '../../../../scripts/testing/bundled-programs.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../scripts/testing/short-lived.ts'

const entry = programOf(fileURLToPath(new URL('./scripted-service.ts', import.meta.url)))
const scripts = fileURLToPath(new URL('../../../../scripts/', import.meta.url))
export const PUBLIC_ORIGIN = 'http://service.test'

export type Machine = Record<string, string>

/** Machines are data folders below `folder`. */
export function operatorIn(folder: string) {
  const alive = new Set<ChildProcess>()
  return {
    machine: (name: string): Machine => ({
      NODE_ENV: 'test',
      SIGN_UP_WALL: 'none',
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN,
      LOG_LEVEL: 'silent',
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(folder, name),
    }),
    start: async (env: Machine) => {
      const child = spawn(process.execPath, [...SHORT_LIVED, entry], {
        cwd: folder,
        env: { ...compiledBefore(), ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      alive.add(child)
      let printed = ''
      child.stderr.on('data', (chunk) => {
        printed += chunk
      })
      await expect.poll(() => printed, { timeout: 180_000 }).toContain('The service is ready')
      return {
        origin: /ready: (\S+)/.exec(printed)![1]!.replace('localhost', '127.0.0.1'),
        stop: async () => {
          child.kill('SIGTERM')
          await once(child, 'exit')
          alive.delete(child)
        },
      }
    },
    /** Exit code and everything printed. */
    command: async (name: string, env: Machine, ...words: string[]): Promise<string> => {
      const child = spawn(process.execPath, [...SHORT_LIVED, programOf(join(scripts, `${name}.ts`)), ...words], {
        cwd: folder,
        env: { ...compiledBefore(), ...env },
      })
      const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      const [stdout, stderr, [status]] = await output
      return `${status}: ${(stdout + stderr).trim()}`
    },
    killAll: () => {
      for (const child of alive) child.kill('SIGKILL')
    },
  }
}
