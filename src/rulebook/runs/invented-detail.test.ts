import { expect, it } from 'vitest'
import { MODELS } from '../tools/catalogue.ts'
import { hasInventedDetail, inventsDetail } from './invented-detail.ts'

it('results of both generative tools say that detail was added, no others', () => {
  const inventing = MODELS.filter(({ key }) => inventsDetail(key)).map(({ tool }) => tool)
  expect(new Set(inventing)).toEqual(new Set(['enhance-generative', 'sharpen-generative']))
  expect(inventing).toHaveLength(MODELS.filter(({ tool }) => /^(enhance|sharpen)-generative$/.test(tool)).length)
  expect(inventsDetail('no/such-model')).toBe(false)
})

it('a run whose report says that it drew none holds none; one that reports nothing is of its tool', () => {
  const said = [{ drawsDetail: false }, { drawsDetail: true }, {}, null, undefined]
  expect(said.map((report) => hasInventedDetail('enhance/generative/redefine', report))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  expect(hasInventedDetail('denoise/normal', { drawsDetail: true })).toBe(false)
})
