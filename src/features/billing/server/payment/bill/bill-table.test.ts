// The tables of a provider's bill: what pads a cell goes, and a cell of nothing else is read once.
import { expect, it } from 'vitest'
import { recordsOf } from './bill-table.ts'

it('takes off what pads a cell, on both sides and not in the middle', () => {
  const [record] = recordsOf(['`交易时间,` 金额\t,`"备注"', '`2026-11-01 ,`"1.00"\t ,`"a " b"'], ['金额'])
  expect([...record!.entries()]).toEqual([
    ['交易时间', '2026-11-01'],
    ['金额', '1.00'],
    ['备注', 'a " b'],
  ])
})

it('reads a cell with a million blanks in it once', () => {
  const blanks = ' '.repeat(1_000_000)
  const [record] = recordsOf(['名称,金额', `a${blanks}b${blanks},1`], ['金额'])
  expect(record!.get('名称')).toBe(`a${blanks}b`)
})
