import { expect, it } from 'vitest'
import { forgetLostSheets } from './retried-sheets.ts'

it('does not go by another loader silently', () => {
  expect(() => forgetLostSheets('export const __vitePreload = () => {}')).toThrow(
    'The loader of lazy parts is another one',
  )
})
