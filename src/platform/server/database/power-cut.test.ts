// The embedded database after a power cut: what was answered is there, whatever the disk kept of the rest (recorded-folder.ts).
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededUniform } from '../../../../scripts/seeded-random.ts'
import { SYNCED_START, syncWhole } from './synced-folder.ts'
import { type DiskCall, layAfterCut, RecordedFolder } from './testing/recorded-folder.ts'

const ENTRIES = 60
const CUTS = 5

interface Work {
  readonly start: string
  readonly calls: readonly DiskCall[]
  /** After how many calls each entry was answered. */
  readonly answeredAt: readonly number[]
}

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'huanying-power-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A book of entries beside a balance that follows them, with a checkpoint in the middle. */
async function work(startParams: string[]): Promise<Work> {
  const name = join(root, String(startParams.length))
  const [live, start] = [join(name, 'live'), join(name, 'start')]
  mkdirSync(name)
  const first = await PGlite.create({ dataDir: live })
  await first.exec(`create table entries (id int primary key, words text);
                    create table balances (name text primary key, amount int); insert into balances values ('her', 0)`)
  await first.close()
  syncWhole(live)
  cpSync(live, start, { recursive: true })
  const folder = new RecordedFolder(live)
  const database = await PGlite.create({ fs: folder, startParams })
  const answeredAt: number[] = []
  for (let id = 1; id <= ENTRIES; id += 1) {
    await database.transaction(async (tx) => {
      await tx.query('insert into entries values ($1, $2)', [id, 'words '.repeat(300)])
      await tx.query(`update balances set amount = amount + 1 where name = 'her'`)
    })
    answeredAt.push(folder.calls.length)
    if (id === ENTRIES / 2) await database.exec('checkpoint')
  }
  const calls = folder.calls.slice()
  await database.close()
  return { start, calls, answeredAt }
}

/** How many entries the books have after a cut; throws where they do not open or contradict each other. */
async function booksAfterCut({ start, calls }: Work, count: number, random: () => number): Promise<number> {
  const folder = mkdtempSync(join(root, 'cut-'))
  layAfterCut(start, folder, calls, count, random)
  const database = await PGlite.create({ dataDir: folder })
  try {
    const { rows } = await database.query<{ listed: number; last: number; balance: number }>(
      `select (select count(*)::int from entries) as listed, (select coalesce(max(id), 0) from entries) as last,
              (select amount from balances) as balance`,
    )
    const { listed, last, balance } = rows[0]!
    expect([last, balance]).toEqual([listed, listed])
    return listed
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

const answeredBefore = ({ answeredAt }: Work, count: number): number =>
  answeredAt.filter((answered) => answered <= count).length

/** Places in the calls from the first answer to the last, evenly. */
const cutsOf = ({ calls, answeredAt }: Work): number[] =>
  Array.from({ length: CUTS }, (_, n) =>
    Math.round(answeredAt[0]! + ((calls.length - answeredAt[0]!) * (n + 1)) / (CUTS + 1)),
  )

describe('the embedded database after a power cut', () => {
  test('has everything that was answered', async () => {
    const done = await work([...SYNCED_START])
    for (const [n, count] of cutsOf(done).entries()) {
      const listed = await booksAfterCut(done, count, seededUniform(n))
      expect(listed).toBeGreaterThanOrEqual(answeredBefore(done, count))
    }
  })

  test('would lose answers without fsync: the cuts of this test are real ones', async () => {
    const done = await work(PGlite.defaultStartParams)
    const [count] = cutsOf(done)
    const listed = await booksAfterCut(done, count!, () => 0.9).catch(() => 0)
    expect(listed).toBeLessThan(answeredBefore(done, count!))
  })
})
