import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundleOf } from './kept-bundles.ts'

const OWN_MARK = `runs-${process.pid}`
/** Nobody's: beyond what a kernel gives. */
const DEAD_MARK = 'runs-99999999'
let bundles: string
beforeEach(() => {
  bundles = mkdtempSync(join(tmpdir(), 'kept-bundles-'))
})
afterEach(() => rmSync(bundles, { recursive: true, force: true }))

function make(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'server.mjs'), 'export {}')
}

function leave(name: string, ageHours: number, ...files: string[]): void {
  make(join(bundles, name))
  for (const file of files) writeFileSync(join(bundles, name, file), '')
  const seconds = Date.now() / 1000 - ageHours * 3600
  utimesSync(join(bundles, name), seconds, seconds)
}

it('makes one for a state, and that once', () => {
  const folder = bundleOf(bundles, 'state', make)
  expect(readdirSync(folder).sort()).toEqual([OWN_MARK, 'server.mjs'])
  const never = () => expect.unreachable('it is there')
  expect(bundleOf(bundles, 'state', never)).toBe(folder)
  expect(readdirSync(bundles)).toEqual(['state'])
})

it('takes the one of a start that was quicker', () => {
  const folder = bundleOf(bundles, 'state', (making) => {
    make(join(bundles, 'state'))
    make(making)
  })
  expect(existsSync(join(folder, 'server.mjs'))).toBe(true)
  expect(readdirSync(bundles)).toEqual(['state'])
})

it('leaves what runs, what is young and what is being made, and takes the rest', () => {
  leave('runs-on', 48, `runs-${process.ppid}`)
  leave('young', 0.5, DEAD_MARK)
  leave('over', 2, DEAD_MARK)
  leave('never-started', 2)
  leave('being-made.1', 0.1)
  leave('broken-off.1', 2)
  leave('state', 2, DEAD_MARK)
  bundleOf(bundles, 'state', make)
  expect(readdirSync(bundles).sort()).toEqual(['being-made.1', 'runs-on', 'state', 'young'])
  expect(readdirSync(join(bundles, 'state')).sort()).toEqual([OWN_MARK, 'server.mjs'])
})

it('names nothing where it cannot be made', () => {
  const fail = () => {
    throw new Error('no bundler')
  }
  expect(() => bundleOf(bundles, 'state', fail)).toThrow('no bundler')
  expect(readdirSync(bundles)).toEqual([])
})

it('gives a whole one to each of five starts at once', async () => {
  const module = fileURLToPath(new URL('./kept-bundles.ts', import.meta.url))
  const program = `
    const { mkdirSync, writeFileSync, readFileSync } = await import('node:fs')
    const { bundleOf } = await import(${JSON.stringify(module)})
    const make = (folder) => {
      mkdirSync(folder, { recursive: true })
      for (let n = 0; n < 200; n += 1) writeFileSync(folder + '/' + n, 'whole')
    }
    const folder = bundleOf(${JSON.stringify(bundles)}, 'state', make)
    for (let n = 0; n < 200; n += 1) if (readFileSync(folder + '/' + n, 'utf8') !== 'whole') throw new Error('half')`
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const starts = Array.from({ length: 5 }, () =>
    spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  const codes = await Promise.all(starts.map(async (start) => (await once(start, 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0, 0, 0])
  expect(readdirSync(bundles)).toEqual(['state'])
})
