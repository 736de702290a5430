// Commands that write below DATA_DIR keep their files from everybody else, whatever the umask of the shell.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { writeTinyPack } from '../src/engine/testing/tiny-pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-private-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Nobody listens there: the folder is made before the bucket is asked. */
const S3 = {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'a-key',
  S3_SECRET_ACCESS_KEY: 'a-secret-key',
}
const COMMANDS: Readonly<Record<string, { words: () => string[]; env: Record<string, string>; leaves: string }>> = {
  'move-storage': { words: () => ['to-folder'], env: S3, leaves: 'files' },
  models: {
    words: () => ['add', writeTinyPack(folder, 'tiny')],
    env: {},
    leaves: 'manifest.json',
  },
}

it.each(Object.keys(COMMANDS))('%s', (name) => {
  const { words, env, leaves } = COMMANDS[name]!
  const dataDir = join(folder, `data of ${name}`)
  mkdirSync(dataDir)
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const shell = ['-c', 'umask 022; exec "$0" "$@"', process.execPath, script, ...words()]
  spawnSync('sh', shell, { cwd: folder, env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } })
  const made = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(made.some((path) => path.endsWith(leaves))).toBe(true)
  expect(made.filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0)).toEqual([])
})
