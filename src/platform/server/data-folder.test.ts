// An unusable data folder is reported before anything opens in it.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DataFolderError, prepareDataFolder } from './data-folder.ts'

describe('data folder', () => {
  it('is made, and left without a trace of the check', () => {
    const parent = mkdtempSync(join(tmpdir(), 'huanying-data-'))
    const folder = join(parent, 'a', 'b')
    prepareDataFolder(folder)
    expect(readdirSync(folder)).toEqual([])
    rmSync(parent, { recursive: true })
  })

  it('below /proc, where none can be made, is refused at once', () => {
    expect(() => prepareDataFolder('/proc/nowhere/data')).toThrow(
      /\/proc\/nowhere\/data cannot be written \(ENOENT\).*数据目录无法写入/,
    )
  })

  it('on a disk with too little room is refused in both languages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'huanying-data-'))
    const check = () => prepareDataFolder(folder, Number.MAX_SAFE_INTEGER)
    expect(check).toThrow(DataFolderError)
    expect(check).toThrow(/disk .* is full.*磁盘空间不足/)
    rmSync(folder, { recursive: true })
  })
})
