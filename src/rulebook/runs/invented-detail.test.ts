import { expect, it } from 'vitest'
import { MODELS } from '../tools/catalogue.ts'
import { inventsDetail } from './invented-detail.ts'

it('results of both generative tools say that detail was added, no others', () => {
  const inventing = MODELS.filter(({ key }) => inventsDetail(key)).map(({ tool }) => tool)
  expect(new Set(inventing)).toEqual(new Set(['enhance-generative', 'sharpen-generative']))
  expect(inventing).toHaveLength(MODELS.filter(({ tool }) => /^(enhance|sharpen)-generative$/.test(tool)).length)
  expect(inventsDetail('no/such-model')).toBe(false)
})
