import { expect, it } from 'vitest'
import { AA_TEXT, contrastOf } from './contrast.ts'
import { TEXT_PAIRS } from './tokens.ts'

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
  expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'))
})

it.each(TEXT_PAIRS)('$use is readable: $text on $ground', ({ text, ground }) => {
  expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(AA_TEXT)
})
