import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stateOf } from './source-files.ts'

let folder: string
const write = (path: string, text: string, seconds: number) => {
  writeFileSync(join(folder, path), text)
  utimesSync(join(folder, path), seconds, seconds)
}
const state = () => stateOf(folder, ['src', 'absent'], (path) => path.endsWith('.test.ts'))
let before: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-files-'))
  mkdirSync(join(folder, 'src/server'), { recursive: true })
  write('src/server/start.ts', 'start', 100)
  write('src/newest.ts', 'newest', 900)
  before = state()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is the same while nothing changes but what is left out', () => {
  write('src/server/start.test.ts', 'test', 300)
  write('another.ts', 'another', 300)
  expect(state()).toBe(before)
})

it.each<[string, () => void]>([
  ['is newer', () => write('src/server/start.ts', 'start', 200)],
  ['is older than it was', () => write('src/server/start.ts', 'start', 50)],
  ['has another size at its old time', () => write('src/server/start.ts', 'starts', 100)],
  ['came, older than the newest', () => write('src/more.ts', '', 50)],
  ['went', () => rmSync(join(folder, 'src/server/start.ts'))],
  ['has another name', () => renameSync(join(folder, 'src/server/start.ts'), join(folder, 'src/server/begin.ts'))],
])('is another one where a file %s', (_, change) => {
  change()
  expect(state()).not.toBe(before)
})
