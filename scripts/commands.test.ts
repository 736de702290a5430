// The operator's commands as the guide writes them, started by whatever Node the machine has (20 is enough): npm hands them to the packaged one.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { bareNode, barePath } from './testing/bare-node.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'huanying-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const version = bareNode && spawnSync(bareNode, ['--version'], { encoding: 'utf8' }).stdout.trim()
if (!bareNode) console.log('The commands are not tried from outside: no node in PATH beside the packaged one.')

it.skipIf(!bareNode).each([
  ['npm run -s admin', 2, 'Usage: npm run admin'],
  ['npm run -s storage:move', 2, 'Usage: npm run storage:move'],
  ['npm run -s doctor', 0, 'Node 24.'],
  ['npm run -s notices -- --check', 0, ''],
  ['npx node bench/none.ts', 1, 'Cannot find module'],
])(`%s works from a shell whose node is ${version}`, (command, exitCode, words) => {
  const env = { PATH: barePath, HOME: process.env.HOME, DATA_DIR: join(folder, 'data'), PORT: '0' }
  const [program, ...args] = command.split(' ')
  const { status, stdout, stderr } = spawnSync(program!, args, { cwd: root, env, encoding: 'utf8' })
  const output = stdout + stderr
  expect(output).toContain(words)
  expect(output).not.toContain('ERR_UNKNOWN_FILE_EXTENSION')
  expect(status).toBe(exitCode)
})
