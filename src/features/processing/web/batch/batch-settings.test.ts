import { expect, it } from 'vitest'
import { AUTOMATIC, isByHand, settingsFor } from './batch-settings.ts'

const picture = { width: 900, height: 600 }

it('nothing set is automatic', () => {
  expect(settingsFor(AUTOMATIC, picture)).toEqual({ mode: 'auto', params: {} })
  expect(isByHand(AUTOMATIC)).toBe(false)
})

it('a named size is each picture’s own height, beside what was set by hand', () => {
  const settings = { params: { sharpen: 0.4 }, size: 'x2' } as const
  expect(settingsFor(settings, picture)).toEqual({ mode: 'manual', params: { sharpen: 0.4, output_height: 1200 } })
  expect(settingsFor(settings, { width: 450, height: 300 }).params.output_height).toBe(600)
  expect(isByHand(settings)).toBe(true)
})

it('a picture that cannot have the size keeps its automatic one', () => {
  const large = { width: 6000, height: 4000 }
  expect(settingsFor({ params: {}, size: 'x2' }, large)).toEqual({ mode: 'auto', params: {} })
  expect(settingsFor({ params: { denoise: 0.2 }, size: 'x2' }, large)).toEqual({
    mode: 'manual',
    params: { denoise: 0.2 },
  })
})
