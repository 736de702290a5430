// Two backups at the same moment: neither takes what belongs to the other, and each says what it waits for.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { openControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import { compiledBefore, SHORT_LIVED } from '../../../../../scripts/testing/short-lived.ts'
import { DUMPS, dumpEmbedded, layDump } from '../../backup/dump-embedded.ts'
import { aloneAt, inTurnToDump } from '../../backup/one-at-a-time.ts'

const scripts = fileURLToPath(new URL('../../../../../scripts/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'huanying-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Longer than the second command needs to ask. */
const UNTIL_ASKED_MS = 500

it('into two folders beside one service both get their dump, one after the other', async () => {
  let asked = 0
  const database = {
    dump: (path: string) => writeFile(path, `dump ${asked}`, { mode: 0o600 }),
  } as Partial<Database> as Database
  const control = await openControlSocket(folder, async () => {
    asked += 1
    const name = await layDump(database, folder)
    // The answer is on its way while somebody else asks.
    await delay(UNTIL_ASKED_MS)
    return name
  })
  const targets = ['one', 'other'].map((name) => join(folder, name))
  await Promise.all(targets.map((target) => dumpEmbedded(folder, target)))
  await control.close()
  expect(targets.map((target) => readFileSync(target, 'utf8')).sort()).toEqual(['dump 1', 'dump 2'])
  expect(readdirSync(join(folder, DUMPS))).toEqual([])
})

it('does not wait for ever for a dump that hangs', async () => {
  await inTurnToDump(folder, () =>
    expect(inTurnToDump(folder, async () => 'not its turn', UNTIL_ASKED_MS)).rejects.toThrow(
      /end it, then run.*请结束它/,
    ),
  )
}, 5000)

it.each(['backup', 'verify-backup', 'restore'])(
  '%s is refused while another command is at work there',
  async (name) => {
    const target = join(folder, 'backup')
    const run = () => {
      const env = { PATH: process.env.PATH, ...compiledBefore(), DATA_DIR: join(folder, 'data') }
      const { status, stderr } = spawnSync(process.execPath, [...SHORT_LIVED, join(scripts, `${name}.ts`), target], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      return `${status}: ${stderr}`
    }
    expect(await aloneAt(target, async () => run())).toMatch(
      /^1: Another command is at work on .*backup: wait until.*请等它结束后再执行/,
    )
    expect(readdirSync(folder)).not.toContain('data')
  },
)
