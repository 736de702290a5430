import { expect, it } from 'vitest'
import { drawingOf } from './generated-drawing.ts'

it('the same seed draws the same picture, other seeds other ones', () => {
  expect(drawingOf('user-1')).toEqual(drawingOf('user-1'))
  const pictures = Array.from({ length: 200 }, (_, index) => JSON.stringify(drawingOf(`user-${index}`)))
  expect(new Set(pictures).size).toBe(200)
})
