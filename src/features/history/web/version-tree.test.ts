import { expect, it } from 'vitest'
import type { HistoryJob } from '../contract.ts'
import { type VersionNode, versionTree } from './version-tree.ts'

const run = (id: string, parentId: string | null = null) => ({ id, parentId }) as HistoryJob
const shape = (nodes: readonly VersionNode[]): unknown =>
  nodes.map(({ record, versions }) => [record.id, shape(versions)])

it('a run on a result stands below it, in the order of the list', () => {
  const records = [run('e', 'b'), run('d', 'a'), run('c'), run('b', 'a'), run('a')]
  expect(shape(versionTree(records))).toEqual([
    ['c', []],
    [
      'a',
      [
        ['d', []],
        ['b', [['e', []]]],
      ],
    ],
  ])
})

it('what came from a run that is not listed is not lost', () => {
  expect(shape(versionTree([run('b', 'gone')]))).toEqual([['b', []]])
})
