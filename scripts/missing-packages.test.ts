import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { missingPackages } from './missing-packages.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packages-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function install(name: string, version: string): void {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
}

it('names packages that are not there and those of another version, and not the optional ones', () => {
  const named = {
    dependencies: { '@a/here': '1.0.0', old: '2.0.0' },
    devDependencies: { absent: '1.0.0', alias: 'npm:@a/new@7.0.0' },
  }
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ ...named, optionalDependencies: { 'for-windows': '1.0.0' } }),
  )
  install('@a/here', '1.0.0')
  install('old', '1.9.0')
  install('alias', '7.0.0')
  expect(missingPackages(root)).toEqual(['old', 'absent'])
})
