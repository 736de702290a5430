import { expect, it } from 'vitest'
import { MODELS } from '../tools/catalogue.ts'
import { measuredSeconds } from './measured-times.ts'
import { remainingSeconds } from './remaining-time.ts'

const job = { modelKey: 'denoise/normal', status: 'processing', progress: 60 }

it('tells what is left by the share of the work that is done', () => {
  expect(remainingSeconds(job, 6)).toBe(6)
  expect(remainingSeconds({ ...job, progress: 75 }, 6)).toBe(2)
  expect(remainingSeconds({ ...job, modelKey: 'restore/dust-scratch', progress: 55 }, 8)).toBe(8)
})

it('says nothing before the work began to count, and after it', () => {
  expect(remainingSeconds({ ...job, progress: 32 }, 6)).toBeUndefined()
  expect(remainingSeconds({ ...job, status: 'pending' }, 6)).toBeUndefined()
  expect(remainingSeconds(job, 0.2)).toBeUndefined()
})

it('every model was measured, and a larger picture takes longer', () => {
  for (const { key } of MODELS) expect(measuredSeconds(key, 12)).toBeGreaterThan(measuredSeconds(key, 2)!)
  expect(measuredSeconds('denoise/normal', 2)).toBe(1.8)
  expect(measuredSeconds('enhance/standard/standard-v2', 0.5)).toBe(4.1)
  expect(measuredSeconds('no/model', 2)).toBeUndefined()
})
