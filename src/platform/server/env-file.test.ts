import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'huanying-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

const NOBODY = 65534
const program = `const { loadEnvFile } = await import(${JSON.stringify(new URL('./env-file.ts', import.meta.url).href)})
loadEnvFile()
console.log(process.env.MAIL_FROM, process.env.PORT)`

function run(...as: [uid: number, gid: number] | []): string {
  const [uid, gid] = as
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    env: { PORT: '4000' },
    encoding: 'utf8',
    ...(uid !== undefined && { uid, gid: gid! }),
  })
  return `${status}: ${stdout}${stderr}`.trim()
}

it('adds what the environment lacks, where there is a file', () => {
  expect(run()).toBe('0: undefined 4000')
  writeFileSync(join(folder, '.env'), 'MAIL_FROM=a@example.com\nPORT=3000\n')
  expect(run()).toBe('0: a@example.com 4000')
})

it.skipIf(process.getuid?.() !== 0)('of another user ends with a sentence, not with a stack', () => {
  chmodSync(folder, 0o755)
  chmodSync(join(folder, '.env'), 0o600)
  const said = run(NOBODY, NOBODY)
  expect(said).toMatch(/^1: .*\.env cannot be read by this user.*当前用户无法读取 \.env/)
  expect(said).not.toContain('\n')
})
