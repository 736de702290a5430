import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isOlder, stateOf } from './source-files.ts'

let folder: string
const at = (path: string, seconds: number) => {
  writeFileSync(join(folder, path), '')
  utimesSync(join(folder, path), seconds, seconds)
}
const isTest = (path: string) => path.endsWith('.test.ts')
const state = () => stateOf([join(folder, 'src'), join(folder, 'absent')], isTest)
const isBuiltOlder = () => isOlder(join(folder, 'built'), [join(folder, 'src')], isTest)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-files-'))
  mkdirSync(join(folder, 'src/server'), { recursive: true })
  at('src/server/start.ts', 100)
  at('built', 200)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('is not older than sources that were there before, and always where it is absent', () => {
  expect(isBuiltOlder()).toBe(false)
  rmSync(join(folder, 'built'))
  expect(isBuiltOlder()).toBe(true)
})

it('is older than one changed source anywhere below, but for those that are left out', () => {
  at('src/server/start.test.ts', 300)
  expect(isBuiltOlder()).toBe(false)
  at('src/server/new.ts', 300)
  expect(isBuiltOlder()).toBe(true)
})

it('another state has sources that changed, came or went', () => {
  expect(state()).toEqual({ newestMs: 100_000, count: 1 })
  at('src/server/start.test.ts', 300)
  expect(state()).toEqual({ newestMs: 100_000, count: 1 })
  at('src/before.ts', 50)
  expect(state()).toEqual({ newestMs: 100_000, count: 2 })
})
