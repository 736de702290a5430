import { createHash } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { filesOfTar, SharedFiles, type TemplateFiles } from './shared-files.ts'

const hashOf = (files: TemplateFiles): string => {
  const hash = createHash('sha256')
  for (const [path, bytes] of files) hash.update(path).update(bytes)
  return hash.digest('hex')
}

test('databases on the same files keep to themselves what they write', async () => {
  const first = await PGlite.create()
  await first.exec('create table things (name text); insert into things values ($$of all$$)')
  const dump = await first.dumpDataDir('none')
  await first.close()
  const files = filesOfTar(Buffer.from(await dump.arrayBuffer()))
  const before = hashOf(files)
  const open = () => PGlite.create({ fs: new SharedFiles(files) })
  const namesIn = async (database: PGlite) =>
    (await database.query<{ name: string }>('select name from things order by name')).rows.map(({ name }) => name)

  const [one, another] = [await open(), await open()]
  await one.exec('insert into things values ($$of one$$); create table more (id int); checkpoint')
  for (const text of ['delete from things', 'vacuum full things', 'checkpoint']) await another.exec(text)

  expect(await namesIn(one)).toEqual(['of all', 'of one'])
  expect(await namesIn(another)).toEqual([])
  await one.close()
  await another.close()
  const third = await open()
  expect(await namesIn(third)).toEqual(['of all'])
  await third.close()
  expect(hashOf(files)).toBe(before)
})
